"""Fast text searches that decide whether a document needs the slow checks of its values or of its depth.

A false positive costs time only; a false negative would miss a fault, so the patterns are wider than the syntax.
"""

from __future__ import annotations

from clblint.light import cache, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

# A text that must occur, then a pattern that begins with a literal: both searches are fast.
_SUSPECTS: tuple[tuple[str, str], ...] = (
    ("!", r"!(?:(?<=[\s\[{,:?\ufeff]!)|(?<=^!))"),  # a tag
    ("*", r"\*(?=[\w-])(?:(?<=[\s\[{,:?\ufeff]\*)|(?<=^\*))"),  # an alias
    ("&", r"&[\w-]+\s*[:,}]"),  # an anchor on nothing, as a key
    ("<", r"<<\s*[:,}]"),  # a merge key
    ("?", r"\?(?=[\s\[{])(?:(?<=[\s\[{,\ufeff]\?)|(?<=^\?))"),  # an explicit key may be anything
    ("{", r"\{\s*[\[{:?,#]"),  # a collection, or nothing, as a key in braces
    (",", r",\s*[:\[{#]"),  # the same further on
    ("}", r"\}\s*:"),  # a collection as a key
    ("]", r"\]\s*:"),
    ("[", r"\[\s*:"),  # nothing as a key
    ("~", r"~\s*[:,}]"),  # null as a key
    ("ull", r"ull\s*[:,}]"),
    ("NULL", r"NULL\s*[:,}]"),
)
_NO_JSON_NUMBER = r"\.[iInN][nNaA][fFnN]\b"
# A number beyond 63 bits as a key has this many digits, of whatever base.
_DIGITS = b"0123456789abcdefABCDEF_xXoO"
_LONG_NUMBER = rf"[{_DIGITS.decode()}]{{16}}\s*[:,}}]"
_TO_ZEROS = bytes(ord("0") if char in _DIGITS else ord(" ") for char in range(256))
_ZEROS = b"0" * 16
# Upper bounds for the nesting depth: the number of brackets, and the indentation of a line.
_MANY_BRACKETS, _LONG_LINE = 500, 200
_INDENTED = rf"\n[ ?-]{{{_LONG_LINE}}}"


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """The compiled pattern; on demand, since compiling all of them takes as long as reading a manifest."""
    return pattern(f"(?m){expression}")


def may_hold_infinity(text: str) -> bool:
    """Whether a document may contain a number that JSON does not have."""
    if "." not in text:
        return False
    lower = text.lower()
    return (".inf" in lower or ".nan" in lower) and _compiled(_NO_JSON_NUMBER).search(text) is not None


def is_suspect(text: str) -> bool:
    """Whether the values of a document must be checked with `check_values`."""
    if may_hold_infinity(text):
        return True
    for literal, found in _SUSPECTS:
        if literal in text and _compiled(found).search(text):
            return True
    return _ZEROS in text.encode().translate(_TO_ZEROS) and _compiled(_LONG_NUMBER).search(text) is not None


def may_be_deep(text: str) -> bool:
    """Whether a document may be nested some hundred levels deep."""
    if text.count("[") + text.count("{") > _MANY_BRACKETS:
        return True
    return _has_long_line(text) and _compiled(_INDENTED).search("\n" + text) is not None


def _has_long_line(text: str) -> bool:
    at, last = 0, len(text) - _LONG_LINE
    while at < last:
        found = text.rfind("\n", at, at + _LONG_LINE)
        if found < 0:
            return True
        at = found + 1
    return False
