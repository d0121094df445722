"""Fingerprints of findings, by which code scanning services match findings of different runs."""

from __future__ import annotations

import sys
from operator import mul

from clblint.files.sha256 import sha256_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.finding import Finding

_WINDOW = 100
_MASK = (1 << 64) - 1
_POWERS = [pow(37, exponent, 1 << 64) for exponent in reversed(range(_WINDOW))]
_NATIVE = f"utf-16-{sys.byteorder[0]}e"
_END = 0xFFFF


def finding_keys(findings: Iterable[Finding]) -> list[str]:
    """The fingerprint of each finding: a hash of rule, object and subject, and a running number for equal ones.

    Place and message are not part of it, so it survives moved lines and changed wording.
    """
    seen: dict[str, int] = {}
    return [_numbered(_identity(finding), seen) for finding in findings]


def _identity(finding: Finding) -> str:
    parts = (finding.rule, finding.object or finding.path, finding.subject)
    return sha256_of("\0".join(parts).encode("utf-8", "backslashreplace")).hex()


def _numbered(key: str, seen: dict[str, int]) -> str:
    """The key with the number of its occurrences so far, 1-based, which is counted in `seen`."""
    seen[key] = seen.get(key, 0) + 1
    return f"{key}:{seen[key]}"


def line_hashes(text: str) -> list[str]:
    """GitHub's `primaryLocationLineHash` of each line.

    It is a polynomial hash of the hundred UTF-16 code units from the beginning of the line, across line ends, without
    blanks and tabs and with LF for every line end; the file is followed by one 0xFFFF and zeros.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "")
    units = memoryview(text.encode(_NATIVE, "surrogatepass")).cast("H").tolist()
    units += [_END] + [0] * _WINDOW
    seen: dict[str, int] = {}
    start, hashes = 0, []
    for line in text.split("\n"):
        value = sum(map(mul, units[start : start + _WINDOW], _POWERS)) & _MASK
        hashes.append(_numbered(f"{value:x}", seen))
        start += len(line) + 1 + (0 if line.isascii() else sum(char > "\uffff" for char in line))
    return hashes
