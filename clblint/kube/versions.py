"""Parses and compares versions of the CCM and of Kubernetes.

The CCM has had two schemes: `v1.9.3.276-g372aa98-aliyun`, where the fourth number decides (and where some tags write a
dash for its dot), and `v2.12.1`.
"""

from __future__ import annotations

from clblint.light import cache, pattern
from clblint.source.go_integers import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.fact import Fact

# An image name may precede it; a suffix (hash, vendor) is ignored.
_VERSION = pattern(r"(?:.*:)?[vV]?(\d+)\.(\d+)(?:\.(\d+))?(?:\.(\d+)|-(\d+)(?=-g))?(?![\d.])")


@cache
def parse_version(text: str) -> tuple[int, int, int, int] | None:
    """The four numbers of a version, 0 for missing ones; None if the text is not a version."""
    found = _VERSION.match(text.strip())
    if found is None:
        return None
    major, minor, patch, build, dashed = (whole(part or "0") for part in found.groups())
    return major, minor, patch, build or dashed


def is_older(version: str, than: str) -> bool:
    """Whether a version is older than another; False if either cannot be parsed."""
    one, other = parse_version(version), parse_version(than)
    return one is not None and other is not None and one < other


def known_older(version: Fact[str] | None, than: str) -> bool:
    """Whether a version is declared and older than another."""
    return version is not None and version.known and is_older(version.value, than)
