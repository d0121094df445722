"""Types of scalars as kustomize sees them: go-yaml v3 (resolve.go), where `on` is text and `0o17` a number.

kubectl reads manifests with go-yaml v2 (`clblint.source.scalars`); what kustomize prints reads alike in both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite

Value = str | int | float | bool | None

STR, INT, FLOAT, BOOL, NULL, TIME = "!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp"

_WORDS: dict[str, tuple[str, Value]] = {
    **dict.fromkeys(("true", "True", "TRUE"), (BOOL, True)),
    **dict.fromkeys(("false", "False", "FALSE"), (BOOL, False)),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), (NULL, None)),
    **{word: (FLOAT, float("inf")) for word in (".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF")},
    **{word: (FLOAT, float("-inf")) for word in ("-.inf", "-.Inf", "-.INF")},
    **{word: (FLOAT, float("nan")) for word in (".nan", ".NaN", ".NAN")},
}
_TELLING = frozenset("+-.0123456789yYnNtTfFoO~")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_INTEGER = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]+)|(0|[1-9][0-9]*))", re.ASCII)
_CLOCK = r"([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,]([0-9]{1,9}))?"
_TIME = re.compile(
    rf"([0-9]{{4}})-([0-9]{{1,2}})-([0-9]{{1,2}})(?:[Tt]{_CLOCK}(Z|[+-][0-9]{{2}}:[0-9]{{2}})|[ ]{_CLOCK})?", re.ASCII
)
_OLD_BOOLEANS = frozenset(
    form for word in ("y", "yes", "on", "n", "no", "off") for form in (word, word.capitalize(), word.upper())
)
_BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$", re.ASCII)
_PLAIN = re.compile(
    r"(?![-?:](?:\s|$)|---|\.\.\.|[,\[\]{}#&*!|>'\"%@`\s])"  # what would begin something else
    r"(?:(?!:(?:\s|$)|\s#|[\s\ufeff]).|(?! #| $) )+"
)
_UTC = frozenset({None, "Z", "+00:00", "-00:00"})
_BASES = (16, 2, 8, 8, 10)
_LEAST, _MOST = -(2**63), 2**64 - 1
_LONGEST = 80
_EXPONENT = 1e6  # from here on, Go's YAML writes a float with an exponent
_WHOLE = 1e21  # below, Go's JSON writes a float without an exponent


def resolve(text: str) -> tuple[str, Value]:
    """The tag and value of a plain scalar."""
    if text and text[0] not in _TELLING:
        return STR, text
    found = _WORDS.get(text)
    if found is not None:
        return found
    if text[0] in "yYnNtTfFoO~":
        return STR, text
    return _numeric(text) if len(text) < _LONGEST else _numeric.__wrapped__(text)


@lru_cache(maxsize=10_000)
def _numeric(text: str) -> tuple[str, Value]:
    """The tag and value of what may be a number or a time; the same few are in most objects."""
    bare = text if text[0] == "." else text.replace("_", "")
    return _integer(bare) or _float(bare) or _time(text) or (STR, text)


def is_quoted_in_yaml(text: str) -> bool:
    """Whether kustomize puts a text in quotes, or in a block, where it writes it as YAML (encode.go, emitterc.go)."""
    return _is_quoted(text) if len(text) < _LONGEST else _is_quoted.__wrapped__(text)


@lru_cache(maxsize=10_000)
def _is_quoted(text: str) -> bool:
    return resolve(text)[0] != STR or text in _OLD_BOOLEANS or not _PLAIN.fullmatch(text) or bool(_BASE_60.match(text))


def typed(tag: str, text: str) -> Value:
    """The value of a scalar with a tag; raises `ValueError` if the text does not fit it (yaml: cannot decode ...)."""
    if tag in {INT, FLOAT, BOOL, NULL, TIME}:
        found, value = resolve(text)
        if found == tag or (found == INT and tag == FLOAT):
            return as_json(value)
        raise ValueError(text)
    return text


def as_json(value: Value) -> Value:
    """The value after kustomize has written it as JSON: a float without a fraction is an integer."""
    if isinstance(value, float):
        if not isfinite(value):
            raise ValueError(value)
        if value.is_integer() and abs(value) < _WHOLE:
            return _whole(value)
    return value


def _whole(value: float) -> int:
    """A float without a fraction as Go writes it: the fewest digits that tell it from others, then zeros."""
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    return int(whole + fraction) * 10 ** (int(exponent) - len(fraction)) if exponent else int(value)


def text_of(value: Value) -> str:
    """The text of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if not isinstance(value, int) or _LEAST <= value <= _MOST else repr(float(value))


def of_json(value: Value) -> tuple[str, str]:
    """Text and tag of a value that kustomize has read as JSON, where all numbers are of 64-bit floating point."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) < _EXPONENT:
        return text_of(value), tag_of(value)
    from decimal import Decimal  # noqa: PLC0415 - hardly any manifest has such a number

    digits, _, exponent = f"{Decimal(repr(float(value))).normalize():e}".partition("e")
    return f"{digits}e{int(exponent):+03}", FLOAT


def tag_of(value: Value) -> str:
    """The tag of a JSON value."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT if _LEAST <= value <= _MOST else FLOAT
    return STR if isinstance(value, str) else FLOAT


def _integer(bare: str) -> tuple[str, Value] | None:
    found = _INTEGER.fullmatch(bare) if len(bare) < _LONGEST else None
    if found is None:
        return None
    digits, base = next((text, base) for text, base in zip(found.groups()[1:], _BASES, strict=True) if text is not None)
    value = int(digits, base)
    value = -value if found[1] == "-" else value
    return (INT, value) if _LEAST <= value <= _MOST else None


def _float(bare: str) -> tuple[str, Value] | None:
    if not _FLOAT.fullmatch(bare):
        return None
    value = float(bare)
    return (FLOAT, value) if isfinite(value) else None


def _time(text: str) -> tuple[str, Value] | None:
    """A date or time as Go writes it in JSON: `2024-05-01` becomes `2024-05-01T00:00:00Z`."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    from datetime import datetime  # noqa: PLC0415 - hardly any manifest has a date without quotes

    parts, zone = found.groups(), found[8]
    *clock, fraction = parts[3:7] if found[4] else parts[8:]
    year, month, day, hour, minute, second = (int(part or 0) for part in (*parts[:3], *clock))
    try:
        moment = datetime(year, month, day, hour, minute, second).isoformat()  # noqa: DTZ001 - the zone is appended as written
    except ValueError:
        return None
    digits = (fraction or "").rstrip("0")
    return TIME, f"{moment}{'.' if digits else ''}{digits}{'Z' if zone in _UTC else zone}"
