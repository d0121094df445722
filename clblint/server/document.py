"""`Document`: the text of a file as an editor sees it, and the positions of LSP in it.

LSP counts lines by line feeds and carriage returns only, and columns in units of an encoding, mostly UTF-16; clblint
counts lines as YAML does, and columns in code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol.types import Position, PositionEncodingKind, Range

from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.place import Span

_BREAK = re.compile(r"\r\n|[\n\r]")
_BOM = "\ufeff"
_WIDTHS = {PositionEncodingKind.Utf8: ("utf-8", 1), PositionEncodingKind.Utf32: ("utf-32-le", 4)}


class Document:
    """The text of a file; `encoding` is that of the columns which the editor counts."""

    def __init__(self, path: str, text: str, encoding: str) -> None:
        self.path = path
        self.text = text
        self._encoding, self._width = _WIDTHS.get(PositionEncodingKind(encoding), ("utf-16-le", 2))
        self._starts = [0, *(found.end() for found in _BREAK.finditer(text))]
        self._before = int(text.startswith(_BOM))  # clblint does not count the byte order mark
        self.source = Source(path, as_bytes(text))

    def range_of(self, span: Span) -> Range:
        """The range of a span, up to the end of its first line: editors draw a line below all of it."""
        start = self.source.offset(span.line, span.column) + self._before
        end = self.source.offset(span.end_line, span.end_column) + self._before
        line_end = _BREAK.search(self.text, start)
        return self.range(start, min(end, line_end.start() if line_end else end))

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets in the text."""
        return Range(self.position(start), self.position(max(start, end)))

    def full_range(self, span: Span) -> Range:
        """The range of a span, over all its lines."""
        start = self.source.offset(span.line, span.column) + self._before
        return self.range(start, self.source.offset(span.end_line, span.end_column) + self._before)

    def position(self, offset: int) -> Position:
        """The position of an offset in the text."""
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : offset]
        return Position(line, len(before.encode(self._encoding, "surrogatepass")) // self._width)

    def offset(self, position: Position) -> int:
        """The offset of a position in the text; one beyond the end of a line is that end."""
        if position.line >= len(self._starts):
            return len(self.text)
        line = self.line(position.line).encode(self._encoding, "surrogatepass")
        before = line[: position.character * self._width].decode(self._encoding, "ignore")
        return self._starts[position.line] + len(before)

    def line(self, number: int) -> str:
        """The line of a 0-based number, without its line break."""
        start = self._starts[number]
        found = _BREAK.search(self.text, start)
        return self.text[start : found.start() if found else len(self.text)]

    def start_of(self, line: int) -> int:
        """The offset at which a 0-based line begins."""
        return self._starts[line]

    @property
    def line_count(self) -> int:
        """The number of lines."""
        return len(self._starts)


def as_bytes(text: str) -> bytes:
    """The bytes of a text; a half of a surrogate pair, which an editor may send, is a question mark."""
    return text.encode("utf-8", "replace")
