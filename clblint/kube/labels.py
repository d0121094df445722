"""What Kubernetes takes as the label of an object (apimachinery: IsQualifiedName, IsValidLabelValue)."""

from __future__ import annotations

import re

_KEY = re.compile(r"([a-z0-9.-]+/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?")
_VALUE = re.compile(r"([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?")


def can_be_label(key: str, value: str) -> bool:
    """Whether an object can have such a label; how long the two may be is not looked at."""
    return bool(_KEY.fullmatch(key) and _VALUE.fullmatch(value))
