"""`Accepts`: the set of values that an annotation accepts, and the check of a value against it."""

from __future__ import annotations

from clblint.light import cache, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

    Check = tuple[Any, ...]
    Row = tuple[Any, ...]


class Accepts:
    """The values that one or both controllers accept.

    `kind` is `flag`, `boolean`, `enum`, `integer`, `string`, `list`, `map` or `presence`. `zero` says of an integer
    whether 0 is `unset` (never sent), `sent`, or a `value` like any other; `empty` whether an empty text is `unset`.
    """

    __slots__ = ("check", "controllers", "doubts", "empty", "folds_case", "kind", "values", "zero")
    controllers: tuple[str, ...]
    kind: str
    values: tuple[str, ...]
    folds_case: bool
    zero: str
    empty: str
    check: Check
    doubts: tuple[Check, ...]

    def __init__(self, row: Row) -> None:
        (
            self.controllers,
            self.kind,
            self.values,
            self.folds_case,
            self.zero,
            self.empty,
            self.check,
            self.doubts,
        ) = row


def satisfies(value: str, check: Check) -> bool:
    """Whether a value passes a compiled schema, as a JSON Schema validator would judge it."""
    word, *rest = check
    if word == "enum":
        values: tuple[str, ...] = rest[0]
        return value in values
    if word == "integer":
        return _in_range(value, *rest)
    if word == "pattern":
        return compiled(rest[0]).search(value) is not None
    if word in {"minLength", "maxLength"}:
        limit: int = rest[0]
        return len(value) <= limit if word == "maxLength" else len(value) >= limit
    if word == "not":
        return not satisfies(value, rest[0])
    return (any if word == "any" else all)(satisfies(value, part) for part in rest)


@cache
def compiled(expression: str) -> re.Pattern[str]:
    """A regular expression of the catalogue."""
    return pattern(expression)


def _in_range(value: str, minimum: int, maximum: int, also: tuple[int, ...]) -> bool:
    digits = value[1:] if value[:1] in {"+", "-"} else value
    if not (digits.isascii() and digits.isdecimal()):
        return False
    sign, digits = ("-", value[1:]) if value[0] == "-" else ("", value.lstrip("+"))
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(maximum)):  # also excludes numbers that are too long to convert
        return False
    number = int(sign + digits)
    return minimum <= number <= maximum or number in also
