"""Finds the comments of a document, which the parsers discard: a `#` outside of all values, to the end of the line.

Only lines that contain a given word are examined, so a file without that word costs one text search.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from clblint.fast import NamedTuple
from clblint.source.node import Scalar
from clblint.source.walk import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.chunk import Chunk
    from clblint.source.document import Document
    from clblint.source.node import Node

_BREAKS = "\n\r\x85\u2028\u2029"
# A comment starts at the beginning of a line, after white space, or after a character that closes a value.
_START = re.compile(r"(?:(?<=[\s\"'}\],])|^)#")
_LINE = re.compile(rf"[^{_BREAKS}]*")
_LAST_BREAK = re.compile(rf"[{_BREAKS}]")
_PROPERTIES = re.compile(r"(?:[&!]\S*|#[^\n\r]*|\s+)*")
_BLOCKS = frozenset({"literal", "folded"})


class Comment(NamedTuple):
    """A comment from its `#` to the end of the line.

    `line` and `column` are 1-based; `alone` says that nothing but white space precedes it on its line.
    """

    text: str
    line: int
    column: int
    alone: bool


def comments_in(chunk: Chunk, document: Document, word: str) -> Iterator[Comment]:
    """Yield the comments that contain `word`, in order; of an unreadable document only those above its content."""
    if chunk.is_json:
        return
    source = chunk.source
    text = source.text
    values = values_in(document.root) if document.root is not None else []
    starts = [start for start, _ in values]
    last, end = chunk.offset, _end(chunk, document)
    at = text.find(word, chunk.offset, end)
    while at >= 0:
        begin = max((found.end() for found in _LAST_BREAK.finditer(text, last, at)), default=last)
        line = _LINE.match(text, begin)[0]  # type: ignore[index]
        for found in _START.finditer(line):
            start = begin + found.start()
            number = bisect_right(starts, start) - 1
            if number < 0 or values[number][1] <= start:
                if word in line[found.start() :]:
                    alone = not line[: found.start()].strip()
                    yield Comment(line[found.start() :], *source.position(start), alone)
                break
        last = begin + len(line)
        at = text.find(word, last, end)


def head_of(chunk: Chunk) -> int:
    """The offset of the first line of content: not blank, not a comment, not the separator."""
    text, at = chunk.source.text, chunk.offset
    while at < chunk.end:
        line = _LINE.match(text, at)[0]  # type: ignore[index]
        if line.strip() and not line.lstrip().startswith("#") and not line.startswith("---"):
            break
        at += len(line) + 1
    return min(at, chunk.end)


def _end(chunk: Chunk, document: Document) -> int:
    """The offset up to which the positions of all values are known, so that a `#` between them is a comment."""
    if document.fault is not None:
        return head_of(chunk)
    if document.ignored_rest is not None:
        return chunk.source.offset(document.ignored_rest.line, document.ignored_rest.column)
    return chunk.end


def values_in(root: Node) -> list[tuple[int, int]]:
    """The (start, end) offsets of all scalars that are not empty, in order.

    A scalar with an anchor or tag starts after it, and after the comments between the two.
    """
    found = ((_content(node), node.end) for node in walk(root) if isinstance(node, Scalar))
    return [(start, end) for start, end in found if start < end]


def _content(scalar: Scalar) -> int:
    start, text = scalar.start, scalar.source.text
    if text[start : start + 1] in {"&", "!"}:
        start = min(_PROPERTIES.match(text, start).end(), scalar.end)  # type: ignore[union-attr]
    if scalar.style in _BLOCKS:
        start += len(_LINE.match(text, start)[0])  # type: ignore[index]
    return start
