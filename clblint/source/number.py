"""Numbers that are not written as plain decimals, as go-yaml v2 reads them (resolve.go) and Go writes them."""

from __future__ import annotations

import re
from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Value: TypeAlias = "str | bool | int | float | None"

MOST_POSITIVE = 2**63 - 1

# The last characters of numbers, without the underscores within.
_LAST = frozenset("0123456789abcdefABCDEF.")
# strconv.ParseInt with base 0; the groups are the bases 16, 2, 8 and 10. Not compiled at import, as what follows.
_INTEGER = r"([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([1-9][0-9]*|0))"
_BASES = ((2, 16), (3, 2), (4, 8), (5, 10))
_FLOAT_STYLE = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
# strconv.ParseFloat for a number that begins with a point: digits may be grouped with single underscores.
_POINT_FLOAT = r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?"
# A quirk of go-yaml: it allows a sign after `0b`.
_SIGNED_BINARY = r"0b([+-][01]+)"
_LONGEST_INTEGER = 80
_MOST_NEGATIVE, _MOST_UNSIGNED = -(2**63), 2**64 - 1
# From this value on Go writes a float with an exponent, so that JSON decoders refuse it as an integer.
_WHOLE_LIMIT = 1e21


def json_number(value: float) -> float:
    """The JSON value of a float; one without a fraction becomes an integer."""
    return _whole(value) if value.is_integer() and abs(value) < _WHOLE_LIMIT else value


def number(text: str) -> Value:
    """The value of a plain scalar that begins as a number; the text itself if it is none."""
    if text[0] == ".":
        return _finite(text, text) if re.fullmatch(_POINT_FLOAT, text) else text
    bare = text.replace("_", "")
    if bare[-1] not in _LAST:
        return text
    found = re.fullmatch(_INTEGER, bare)
    if found is not None:
        value = _integer(found)
        if value is not None:
            return value
    if re.fullmatch(_FLOAT_STYLE, bare):
        return _finite(bare, text)
    signed = re.fullmatch(_SIGNED_BINARY, bare)
    if signed is not None and len(bare) < _LONGEST_INTEGER:
        value = int(signed[1], 2)
        if _MOST_NEGATIVE <= value <= MOST_POSITIVE:
            return value
    return text


def _integer(found: re.Match[str]) -> int | None:
    """The integer, or None if it fits neither int64 nor, without a sign, uint64."""
    digits, base = next((found[group], base) for group, base in _BASES if found[group] is not None)
    digits = digits.lstrip("0") or "0"
    if len(digits) > _LONGEST_INTEGER:
        return None
    value = int(digits, base)
    sign = found[1]
    if sign == "-":
        value = -value
    limit = MOST_POSITIVE if sign else _MOST_UNSIGNED
    return value if _MOST_NEGATIVE <= value <= limit else None


def _finite(number: str, text: str) -> float | str:
    """The float; the text itself if the number overflows float64."""
    value = float(number)
    return value if isfinite(value) else text


def _whole(value: float) -> int:
    """The integer that Go writes for a float: its shortest exact digits, padded with zeros."""
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent:
        return int(value)
    whole, _, rest = mantissa.partition(".")
    return int(whole + rest + "0" * (int(exponent) - len(rest)))
