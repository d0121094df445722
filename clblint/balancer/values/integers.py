"""Parses integers as the CCM does with Go's strconv.Atoi, and returns Go's error texts."""

from __future__ import annotations

import re

from clblint.source.go_integers import whole

_LEAST, _MOST, _MOST_UNSIGNED = -(2**63), 2**63 - 1, 2**64 - 1
_DIGITS = r"([+-]?)([0-9]*)"  # not compiled at import: many Services have no annotation with a number
_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
}  # fmt: skip
_DELETE, _BASIC_PLANE = 0x7F, 0xFFFF


class NotAnIntegerError(ValueError):
    """A text that is no integer; its words are Go's."""


def atoi(text: str) -> int:
    """The integer that a text is to Go: decimal, an optional sign, no blanks, 64 bits."""
    found = re.match(_DIGITS, text)
    sign, digits = found.groups() if found else ("", "")
    number = whole(digits) if digits else 0
    complete = len(sign) + len(digits) == len(text)
    if not digits or (not complete and number <= _MOST_UNSIGNED):
        raise NotAnIntegerError(_problem(text, "invalid syntax"))
    value = -number if sign == "-" else number
    if not complete or not _LEAST <= value <= _MOST:
        raise NotAnIntegerError(_problem(text, "value out of range"))
    return value


def integer_error(text: str) -> str:
    """Go's words on a text that is no integer; empty where it is one."""
    try:
        atoi(text)
    except NotAnIntegerError as error:
        return str(error)
    return ""


def _problem(text: str, what: str) -> str:
    return f"strconv.Atoi: parsing {quoted(text)}: {what}"


def quoted(text: str) -> str:
    """The text as strconv.Quote writes it."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    code = ord(char)
    if code < ord(" ") or code == _DELETE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _BASIC_PLANE else f"\\U{code:08x}"
