"""The text at a position of a manifest, read line by line: while people type, it need not be valid YAML."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.server.document import Document

_ENTRY = re.compile(
    r"""(?P<indent>[ ]*)(?P<quote>["'])?(?P<key>(?(quote)[^\s"'#:]*|[^\s"'#:]+))"""
    r"""(?(quote)(?P<closed>(?P=quote)|$))[ ]*(?P<colon>:(?=[ ]|$))?[ ]*"""
)
_FLOW_KEY = re.compile(r"""[{,][ ]*(?P<quote>["']?)(?P<key>[^\s"'#:{},]+)(?P=quote)[ ]*:(?=[ ]|$)""")
_DIRECTIVE = re.compile(
    r"#[ \t]*clblint(?::[ \t]*|[ \t]+)ignore(?:-object|-file)?[ \t]*\[(?P<names>[^\]]*)(?P<end>\])?"
)
_NAME = re.compile(r"[\w*/-]+")
_MOST_LINES = 2000  # that are looked at around a position


class Entry(NamedTuple):
    """An entry of a mapping in one line: where its key and its value begin and end, as offsets in the line.

    `value` is empty where there is none yet, `quote` is that around the key, `colon` says that a colon is behind it.
    `is_open` says that the quote around the key is not closed yet.
    """

    key: str
    value: str
    indent: int
    start: int
    end: int
    value_start: int
    quote: str
    colon: bool
    is_open: bool


def entry_in(line: str) -> Entry | None:
    """The entry in a line; None for a comment, an item of a list or an empty line."""
    found = _ENTRY.match(line)
    if found is None or found["key"] == "-":
        return None
    value = re.sub(r"(?<![^ \t])#.*", "", line[found.end() :]).rstrip()
    start, end = found.span("key")
    colon = found["colon"] is not None
    quote, is_open = found["quote"] or "", found["closed"] == ""
    return Entry(found["key"], value, len(found["indent"]), start, end, found.end(), quote, colon, is_open)


def keys_at(line: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield the keys of the entries that may be around an offset in a line, and where each begins.

    Those of flow mappings come from inside out.
    """
    starts = [found for found in _FLOW_KEY.finditer(line) if found.start("key") <= at]
    yield from ((found["key"], found.start("key")) for found in reversed(starts))
    entry = entry_in(line)
    if entry is not None:
        yield entry.key, entry.start


def parent_of(document: Document, number: int, indent: int) -> tuple[str, int]:
    """The key of the mapping around an entry of a line, and the number of its line; empty if there is none."""
    for line in range(number - 1, max(number - _MOST_LINES, -1), -1):
        text = document.line(line)
        if text.startswith("---"):
            break
        entry = entry_in(text)
        if entry is not None and entry.colon and entry.indent < indent:
            return entry.key, line
    return "", -1


def siblings_of(document: Document, number: int, indent: int) -> Iterator[str]:
    """Yield the keys of the entries beside one, which stands in a line."""
    _, above = parent_of(document, number, indent)
    for line in range(above + 1, min(document.line_count, number + _MOST_LINES)):
        text = document.line(line)
        entry = entry_in(text)
        if line != number and entry is not None and entry.indent == indent and entry.colon:
            yield entry.key
        if line > number and (text.startswith("---") or (entry is not None and entry.colon and entry.indent < indent)):
            return


def kind_of(document: Document, number: int) -> str:
    """The kind of the object around a line; empty if it is not written yet."""
    first = last = number
    while first > 0 and not document.line(first).startswith("---"):
        first -= 1
    while last < document.line_count - 1 and not document.line(last + 1).startswith("---"):
        last += 1
    entries = (entry_in(document.line(line)) for line in range(first, min(last, first + _MOST_LINES) + 1))
    return next((one.value.strip("\"'") for one in entries if one and one.key == "kind" and not one.indent), "")


class Names(NamedTuple):
    """The names of rules in a suppression comment: all of them with their offsets, and where the brackets begin."""

    names: tuple[tuple[str, int], ...]
    start: int
    end: int


def names_in(line: str) -> Names | None:
    """The names in the suppression comment of a line; None if there is none."""
    found = _DIRECTIVE.search(line)
    if found is None:
        return None
    start = found.start("names")
    names = tuple((one[0], start + one.start()) for one in _NAME.finditer(found["names"]))
    return Names(names, start, found.end("names"))
