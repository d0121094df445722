"""Resolves scalars to values as go-yaml v2 does (resolve.go), and converts them to JSON values as sigs.k8s.io/yaml."""

from __future__ import annotations

import re
from math import inf, isfinite, nan

from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from clblint.i18n.text import Text

    Value: TypeAlias = "str | bool | int | float | None"

_PREFIX = "tag:yaml.org,2002:"
_BINARY = _PREFIX + "binary"
MERGE_TAG = _PREFIX + "merge"
# The tags that go-yaml resolves; a scalar with any other tag is a string.
_RESOLVED = {_PREFIX + name: name for name in ("str", "bool", "int", "float", "null", "timestamp")}

_WORDS: dict[str, Value] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -inf),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), nan),
}
# Plain keys that may equal a key with another spelling, or that merge other keys.
SPELLINGS = frozenset({*_WORDS, "<<"})
_NUMERIC = frozenset("+-.0123456789")
# First characters of plain scalars that may resolve to something else than a string; empty for an empty scalar.
TELLING = _NUMERIC | frozenset("yYnNtTfFoO~") | {""}

# The last characters of numbers: a quantity such as `500m` or `128Mi` is none.
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
_SURE = 19  # a number of fewer decimal digits always fits in 63 bits
_MOST_NEGATIVE, _MOST_POSITIVE, _MOST_UNSIGNED = -(2**63), 2**63 - 1, 2**64 - 1
# From this value on Go writes a float with an exponent, so that JSON decoders refuse it as an integer.
_WHOLE_LIMIT = 1e21
_LEAST_POWER, _MOST_POWER = -4, 6


class BadScalarError(ValueError):
    """A tagged value that go-yaml refuses; the arguments are the fields of a `Fault`."""

    def __init__(self, kind: str, message: Text, reason: str) -> None:
        super().__init__(str(message))
        self.kind = kind
        self.message = message
        self.reason = reason


def plain(text: str) -> Value:
    """The YAML value of an untagged plain scalar."""
    if text[:1] not in TELLING:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text.isdecimal() and len(text) < _SURE and (text[0] != "0" or text == "0") and text.isascii():
        return int(text)
    return _number(text) if text[0] in _NUMERIC else text


def tagged(tag: str, text: str) -> Value:
    """The YAML value of a scalar with an explicit tag; raises `BadScalarError` if go-yaml refuses it."""
    if tag == _BINARY:
        return _binary(text)
    name = _RESOLVED.get(tag)
    if name is None or name == "str":
        return text
    if name == "timestamp" and is_timestamp(text):
        return text
    value = plain(text)
    found = _name(value)
    if found == name:
        return value
    if name == "float" and isinstance(value, int) and not isinstance(value, bool) and value <= _MOST_POSITIVE:
        return float(value)
    message = phrase("{text} is a {type}, which cannot be read as !!{name}", text=repr(text), type=found, name=name)
    kind = "bad-tag-value"
    raise BadScalarError(kind, message, f"cannot decode !!{found} `{text}` as a !!{name}")


def to_json_value(value: Value) -> Value:
    """The JSON value of a YAML value: a float without a fraction becomes an integer."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _WHOLE_LIMIT:
        return _whole(value)
    return value


def key_text(value: Value) -> str | None:
    """The JSON key of a YAML key; None if JSON has none for it (null, an integer beyond 63 bits)."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _short_float(value)
    if value is None or value > _MOST_POSITIVE:
        return None
    return str(value)


def is_timestamp(text: str) -> bool:
    """Whether go-yaml resolves the text to a timestamp."""
    from datetime import datetime  # noqa: PLC0415 - needed by next to no file

    clock = r"(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?"
    zone = r"(?:Z|[+-](?:[01]\d|2[0-4]):[0-5]\d)"
    found = re.fullmatch(rf"(\d{{4}})-(\d\d?)-(\d\d?)(?:[Tt]{clock}{zone}| +{clock})?", text, re.ASCII)
    if found is None:
        return False
    year, month, day, *times = (int(part or 0) for part in found.groups())
    try:
        datetime(year or 4, month, day, times[0] or times[3], times[1] or times[4], times[2] or times[5])  # noqa: DTZ001 - only whether there is such a day
    except ValueError:
        return False
    return True


def _number(text: str) -> Value:
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
        if _MOST_NEGATIVE <= value <= _MOST_POSITIVE:
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
    limit = _MOST_POSITIVE if sign else _MOST_UNSIGNED
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


def _name(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool"
    return {int: "int", float: "float", str: "str"}[type(value)]


def _binary(text: str) -> str:
    from base64 import b64decode  # noqa: PLC0415 - needed by next to no file

    try:
        data = b64decode(text.replace("\n", "").replace("\r", ""), validate=True)
    except ValueError as error:
        kind, message = "bad-binary", phrase("the !!binary value is not base64")
        raise BadScalarError(kind, message, "!!binary value contains invalid base64 data") from error
    # Go's JSON writes U+FFFD for each byte that is not UTF-8.
    return re.sub("[\udc80-\udcff]", "\ufffd", data.decode("utf-8", "surrogateescape"))


def _short_float(value: float) -> str:
    """The shortest text that parses to the same 32 bit float, as strconv.FormatFloat(v, 'g', -1, 32)."""
    from struct import pack, unpack  # noqa: PLC0415 - needed by next to no file

    try:
        (single,) = unpack("f", pack("f", value))
    except OverflowError:
        single = inf if value > 0 else -inf
    if not isfinite(single):
        return ".nan" if single != single else ".inf" if single > 0 else "-.inf"  # noqa: PLR0124 - is it NaN
    for digits in range(9):
        text = f"{single:.{digits}e}"
        if unpack("f", pack("f", float(text)))[0] == single:
            break
    return _go_style(text)


def _go_style(text: str) -> str:
    """Convert `d.ddde±xx` to Go's shortest %g: no exponent from -4 to 5."""
    mantissa, exponent = text.split("e")
    sign = "-" if mantissa.startswith("-") else ""
    digits = mantissa.lstrip("-").replace(".", "")
    power = int(exponent)
    if not _LEAST_POWER <= power < _MOST_POWER:
        return text
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{digits}"
    whole, rest = digits[: power + 1].ljust(power + 1, "0"), digits[power + 1 :]
    return f"{sign}{whole}.{rest}" if rest else sign + whole
