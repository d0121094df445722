"""Checks the syntax of Kubernetes labels (apimachinery: IsQualifiedName, IsValidLabelValue)."""

from __future__ import annotations

import re

# Not compiled at import: few manifests write labels of nodes.
_KEY = r"([a-z0-9.-]+/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"
_VALUE = r"([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?"


def can_be_label(key: str, value: str) -> bool:
    """Whether a label has a valid key and value; their lengths are not checked."""
    return bool(re.fullmatch(_KEY, key) and re.fullmatch(_VALUE, value))
