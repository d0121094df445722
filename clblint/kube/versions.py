"""Versions of the CCM and of Kubernetes: which of two came first.

The CCM has had two schemes: `v1.9.3.276-g372aa98-aliyun`, where the fourth number decides (and where some tags write a
dash for its dot), and `v2.12.1`.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from clblint.source.go_integers import whole

if TYPE_CHECKING:
    from clblint.kube.fact import Fact

# An image's name may stand before it; what follows the numbers (a hash, a vendor) does not count.
_PATTERN = r"(?:.*:)?[vV]?(\d+)\.(\d+)(?:\.(\d+))?(?:\.(\d+)|-(\d+)(?=-g))?(?![\d.])"


@functools.cache
def parse_version(text: str) -> tuple[int, int, int, int] | None:
    """The four numbers of a version, 0 for those left out; None where the text is no version."""
    found = re.match(_PATTERN, text.strip())
    if found is None:
        return None
    major, minor, patch, build, dashed = (whole(part or "0") for part in found.groups())
    return major, minor, patch, build or dashed


def is_older(version: str, than: str) -> bool:
    """Whether a version came before another; not where either cannot be read."""
    one, other = parse_version(version), parse_version(than)
    return one is not None and other is not None and one < other


def known_older(version: Fact[str] | None, than: str) -> bool:
    """Whether a version is declared and came before another."""
    return version is not None and version.known and is_older(version.value, than)
