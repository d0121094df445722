"""Whole numbers as Go reads them: of any length, with zeros before them; Python refuses to read 4,301 digits."""

from __future__ import annotations

_LONGEST = 40  # digits: nothing is compared with a longer number
_BEYOND = 10**_LONGEST


def whole(digits: str) -> int:
    """The number that decimal digits stand for; one that is longer than any that counts is beyond all of them."""
    if len(digits) <= _LONGEST:
        return int(digits)
    bare = digits.lstrip("0") or "0"
    return int(bare) if len(bare) <= _LONGEST else _BEYOND
