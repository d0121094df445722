"""Converts decimal digits of any length to int, as Go does; Python's int() refuses more than 4,300 digits."""

from __future__ import annotations

_LONGEST = 40  # digits: no limit that a number is compared with is longer
_BEYOND = 10**_LONGEST


def whole(digits: str) -> int:
    """The integer value of decimal digits, leading zeros allowed; 10**40 for every number of more than 40 digits."""
    if len(digits) <= _LONGEST:
        return int(digits)
    bare = digits.lstrip("0") or "0"
    return int(bare) if len(bare) <= _LONGEST else _BEYOND
