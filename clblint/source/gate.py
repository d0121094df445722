"""Which texts can hold something that only a look at the values reveals.

Each test may let too much through, never too little: it decides whether the slow check runs at all.
"""

from __future__ import annotations

import re

_FLAGS = re.MULTILINE
_DIGITS = "[0-9a-fA-F_xXoObB]"
# Each pattern begins with a literal: the regex engine then searches as fast as str.find.
_SUSPECTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("!", re.compile(r"!(?:(?<=[\s\[{,:?\ufeff]!)|(?<=^!))", _FLAGS)),  # a tag
    ("*", re.compile(r"\*(?=[\w-])(?:(?<=[\s\[{,:?\ufeff]\*)|(?<=^\*))", _FLAGS)),  # an alias
    ("&", re.compile(r"&[\w-]+\s*[:,}]")),  # an anchor on nothing, as a key
    ("<<", re.compile(r"<<(?=\s*[:,}])")),  # a merge key
    ("?", re.compile(r"\?(?=[\s\[{])(?:(?<=[\s\[{,\ufeff]\?)|(?<=^\?))", _FLAGS)),  # an explicit key may be anything
    (
        "{",
        re.compile(r"\{(?=\s*(?:[\[{:?,#]|[^\s:,{}\[\]]+\s*[,}]))"),
    ),  # a collection, nothing or null as a key in braces
    (",", re.compile(rf",(?=\s*(?:[:\[{{#]|[0-9]{_DIGITS}{{15}}))")),  # the same, or a large number, further on
    ("}", re.compile(r"\}\s*:")),  # a collection as a key
    ("]", re.compile(r"\]\s*:")),
    ("[", re.compile(r"\[\s*:")),  # nothing as a key
    (".", re.compile(r"\.(?:inf|Inf|INF|nan|NaN|NAN)(?!\w)")),  # no JSON number
    ("~", re.compile(r"~\s*[:,}]")),  # null as a key
    ("null", re.compile(r"null\s*[:,}]")),
    ("Null", re.compile(r"Null\s*[:,}]")),
    ("NULL", re.compile(r"NULL\s*[:,}]")),
    (":", re.compile(rf":(?<={_DIGITS}{{16}}:)")),  # a number beyond 63 bits as a key
    (" :", re.compile(r" :(?<=[0-9a-fA-F_ \t] :)")),
    ("\t:", re.compile(r"\t:")),
)
# What follows bounds the depth of nesting from above: by brackets, and by how far a line can be indented.
_MANY_BRACKETS, _LONG_LINE = 500, 200
_INDENTED = re.compile(rf"\n[ ?-]{{{_LONG_LINE}}}")


def is_suspect(text: str) -> bool:
    """Whether the values of a document must be checked."""
    return any(literal in text and found.search(text) is not None for literal, found in _SUSPECTS)


def may_be_deep(text: str) -> bool:
    """Whether a document may be nested some hundred levels deep."""
    if text.count("[") + text.count("{") > _MANY_BRACKETS:
        return True
    return _has_long_line(text) and _INDENTED.search("\n" + text) is not None


def _has_long_line(text: str) -> bool:
    at, last = 0, len(text) - _LONG_LINE
    while at < last:
        found = text.rfind("\n", at, at + _LONG_LINE)
        if found < 0:
            return True
        at = found + 1
    return False
