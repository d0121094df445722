"""Writes values as gopkg.in/yaml.v2 2.4.0 does, byte for byte: the CCM takes its hash label from such a text.

Modelled after emitterc.go, encode.go, resolve.go and sorter.go: the order of keys, quoting, folding at column 80, and
literal blocks. Not modelled, because no Service has it: keys of more than 128 bytes, and the line separators
U+2028 and U+2029.
"""

from __future__ import annotations

import functools
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_WORDS = frozenset(
    [
        "y",
        "Y",
        "yes",
        "Yes",
        "YES",
        "true",
        "True",
        "TRUE",
        "on",
        "On",
        "ON",
        "n",
        "N",
        "no",
        "No",
        "NO",
        "false",
        "False",
        "FALSE",
        "off",
        "Off",
        "OFF",
        "~",
        "null",
        "Null",
        "NULL",
        ".nan",
        ".NaN",
        ".NAN",
        ".inf",
        ".Inf",
        ".INF",
        "+.inf",
        "+.Inf",
        "+.INF",
        "-.inf",
        "-.Inf",
        "-.INF",
    ]
)
_WORD_STARTS = frozenset("yYnNtTfFoO~.+-")
_NUMBER_STARTS = frozenset("+-0123456789")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_INT = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)\Z")
_BINARY = re.compile(r"-?0b[01]+\Z")
_BASE60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
_DOT_FLOAT = re.compile(r"\.[0-9](_?[0-9])*([eE][-+]?[0-9](_?[0-9])*)?\Z")
_DATE = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)"
    r"| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)?\Z"
)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_BREAKS = "\r\n\x85\u2028\u2029"
_SPACE_BREAK, _BREAK_SPACE = re.compile(f" [{_BREAKS}]"), re.compile(f"[{_BREAKS}] ")
_INDICATORS = frozenset("#,[]{}&*!|>'\"%@`")
_ESCAPES = {
    0: "0", 7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 27: "e", 34: '"', 92: "\\", 0x85: "N",
    0xA0: "_",
}  # fmt: skip
_FOLD, _LONGEST_KEY = 80, 128
_MIN_INT, _MAX_INT = -(2**63), 2**64
_LONGEST_NUMBER = 400  # digits; a longer text overflows any number, and Python would refuse to convert it


class NotModelledError(ValueError):
    """The value has something whose text is not modelled."""


def document(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """The text of a value; raises `NotModelledError`."""
    return _node(value, 0, 0) + "\n"


def _node(value: Any, indent: int, column: int) -> str:  # noqa: ANN401 - any JSON value
    """The text of a value whose first line begins at a column; its further lines are indented."""
    if isinstance(value, dict) and value:
        entries = (_entry(key, value[key], indent) for key in sorted(value, key=_ORDER))
        return ("\n" + " " * indent).join(entries)
    if isinstance(value, list) and value:
        return ("\n" + " " * indent).join("- " + _node(item, indent + 2, indent + 2) for item in value)
    return _scalar(value, indent, column)


def _entry(key: str, value: Any, indent: int) -> str:  # noqa: ANN401 - any JSON value
    if len(key.encode("utf-8", "replace")) > _LONGEST_KEY:
        raise NotModelledError
    name = _scalar(key, indent, indent, key=True)
    if isinstance(value, dict) and value:
        return f"{name}:\n{' ' * (indent + 2)}{_node(value, indent + 2, indent + 2)}"
    if isinstance(value, list) and value:  # the dashes of a list in a mapping are not indented
        return f"{name}:\n{' ' * indent}{_node(value, indent, indent)}"
    return f"{name}: {_scalar(value, indent + 2, indent + len(name) + 2)}"


def _less(one: str, other: str) -> bool:
    """sorter.go: digits before letters, numbers by value; not transitive for some keys."""
    for index, (a, b) in enumerate(zip(one, other, strict=False)):
        if a == b:
            continue
        if a.isalpha() and b.isalpha():
            return a < b
        if a.isalpha() or b.isalpha():
            return b.isalpha()
        start = int("0" in {a, b} and _follows_digit(one, index))
        number, end = _number_at(one, index, start)
        rival, rival_end = _number_at(other, index, start)
        if number != rival:
            return number < rival
        return end < rival_end if end != rival_end else a < b
    return len(one) < len(other)


def _follows_digit(text: str, index: int) -> bool:
    """Whether the digits before an index are not all zeros."""
    before = index - 1
    while before >= 0 and text[before].isdecimal():
        if text[before] != "0":
            return True
        before -= 1
    return False


def _number_at(text: str, index: int, start: int) -> tuple[int, int]:
    number = start
    while index < len(text) and text[index].isdecimal():
        number = number * 10 + ord(text[index]) - ord("0")
        index += 1
    return number, index


def _compare(one: str, other: str) -> int:
    return -1 if _less(one, other) else int(_less(other, one))


_ORDER = functools.cmp_to_key(_compare)


def _scalar(value: Any, indent: int, column: int, *, key: bool = False) -> str:  # noqa: ANN401, PLR0911 - any value
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if "\u2028" in value or "\u2029" in value or not value:
        raise NotModelledError
    plain = value.isascii() and value.isprintable()  # nearly always, and much faster to see
    special = not plain and (not all(map(_printable, value)) or _SPACE_BREAK.search(value) is not None)
    if "\n" in value and not key and not special and value[-1] != " ":
        return _literal(value, indent)
    if "\n" in value or _is_no_text(value):
        return _double(value, indent, column, key=key)
    breaks = not plain and any(char in _BREAKS for char in value)
    break_space = breaks and _BREAK_SPACE.search(value) is not None
    edge = value[0] in " " + _BREAKS or value[-1] in " " + _BREAKS
    if not (breaks or special or edge or break_space or _has_indicators(value)):
        return _folded(value, indent, column, key=key, quoted=False)
    if not (special or break_space or (key and breaks)):
        return _folded(value, indent, column, key=key, quoted=True)
    return _double(value, indent, column, key=key)


def _printable(char: str) -> bool:
    code = ord(char)
    return code == 10 or 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xD7FF or (0xE000 <= code <= 0xFFFD and code != 0xFEFF)  # noqa: PLR2004 - yamlprivateh.go


def _is_no_text(text: str) -> bool:
    """Whether plain text would be read as another type than a string, so that it is quoted (resolve.go)."""
    if text in _WORDS and text[0] in _WORD_STARTS:
        return True
    if text[0] in _NUMBER_STARTS:
        return _is_date(text) or _BASE60.match(text) is not None or _is_number(text.replace("_", ""))
    return text[0] == "." and _DOT_FLOAT.match(text) is not None and _is_finite(text.replace("_", ""))


def _is_number(text: str) -> bool:
    whole = _INT.match(text) is not None and len(text) < _LONGEST_NUMBER and _MIN_INT <= _integer(text) < _MAX_INT
    return whole or (_FLOAT.match(text) is not None and _is_finite(text)) or _BINARY.match(text) is not None


def _integer(text: str) -> int:
    sign, digits = (-1, text[1:].lower()) if text[0] == "-" else (1, text.lstrip("+").lower())
    for prefix, base in (("0x", 16), ("0b", 2), ("0o", 8)):
        if digits.startswith(prefix):
            return sign * int(digits[2:], base)
    return sign * int(digits, 8 if len(digits) > 1 and digits[0] == "0" else 10)


def _is_finite(text: str) -> bool:
    return abs(float(text)) != float("inf")


def _is_date(text: str) -> bool:
    found = _DATE.match(text)
    if found is None:
        return False
    year, month, day = (int(part) for part in found.groups()[:3])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= len(_DAYS) or not 1 <= day <= _DAYS[month - 1] + (month == 2 and leap):  # noqa: PLR2004 - February
        return False
    clock = [int(part) for part in found.groups()[3:] if part is not None]
    return not clock or (clock[0] < 24 and clock[1] < 60 and clock[2] < 60)  # noqa: PLR2004 - a clock


def _has_indicators(text: str) -> bool:
    """Whether a character has a meaning in YAML where it stands (yaml_emitter_analyze_scalar)."""
    if text[:3] in {"---", "..."} or text[0] in _INDICATORS:
        return True
    for index, char in enumerate(text):
        last = index + 1 == len(text) or text[index + 1] in " \t"
        if last and (char == ":" or (index == 0 and char in "?-")):
            return True
        if char == "#" and index and text[index - 1] in " \t" + _BREAKS:
            return True
    return False


def _folded(text: str, indent: int, column: int, *, key: bool, quoted: bool) -> str:
    """Plain or single-quoted text, folded at blanks beyond column 80."""
    out, column, after_space = ["'" if quoted else ""], column + quoted, False
    last = len(text) - 1
    for index, char in enumerate(text):
        if char == " ":
            may_fold = not key and not after_space and column > _FOLD and (not quoted or 0 < index < last)
            if may_fold and text[index + 1 : index + 2] != " ":
                out.append("\n" + " " * indent)
                column = indent
            else:
                out.append(" ")
                column += 1
        else:
            shown = "''" if quoted and char == "'" else char
            out.append(shown)
            column += len(shown)
        after_space = char == " "
    return "".join(out) + ("'" if quoted else "")


def _double(text: str, indent: int, column: int, *, key: bool) -> str:
    """Double-quoted text, folded at blanks beyond column 80."""
    out, column, after_space = ['"'], column + 1, False
    size, position = len(text.encode("utf-8", "replace")), 0
    for index, char in enumerate(text):
        shown = _escaped(char)
        if char == " " and not key and not after_space and column > _FOLD and 0 < position < size - 1:
            out.append("\n" + " " * indent)
            column = indent
            shown = "\\" if text[index + 1 : index + 2] == " " else ""
        after_space = char == " "
        out.append(shown)
        column += len(shown)
        position += len(char.encode("utf-8", "replace"))
    return "".join(out) + '"'


def _escaped(char: str) -> str:
    code = ord(char)
    if _printable(char) and char not in _BREAKS and char not in '"\\':
        return char
    if code in _ESCAPES:
        return "\\" + _ESCAPES[code]
    return f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"  # noqa: PLR2004 - widths


def _literal(text: str, indent: int) -> str:
    """A block scalar (`|`), with the hints that its first and last characters need."""
    hint = "2" if text[0] in " " + _BREAKS else ""
    if text[-1] not in _BREAKS:
        hint += "-"
    elif len(text) == 1 or text[-2] in _BREAKS:
        hint += "+"
    out, fresh = [f"|{hint}\n"], True
    for char in text:
        if char in _BREAKS:
            out.append(char)
            fresh = True
        else:
            out.append(" " * indent + char if fresh else char)
            fresh = False
    return "".join(out).removesuffix("\n")
