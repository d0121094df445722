"""A file as text (`Source`): decoded as kubectl does, with lines counted as go-yaml does."""

from __future__ import annotations

from clblint.source.place import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.source.line_starts import LineStarts

# The line breaks that are counted separately from the line feed.
_ODD_BREAKS = ("\r", "\x85", "\u2028", "\u2029")
_SHORT = 20_000  # code points; up to this size, counting line breaks is faster than an index of line starts
_FEW = 8  # documents: among more, to look for the nearest takes longer than to count
_UTF8_BOM = b"\xef\xbb\xbf"


class Source:
    """A file: its path as reported, its bytes, and its text, which is decoded on first access.

    The text lacks the byte order mark; otherwise its code points are those of the file, line breaks included.
    """

    __slots__ = (
        *("_begins", "_invalid", "_lines", "_near", "_odd", "_starts", "_text"),
        *("bom", "data", "encoding", "kept", "path"),
    )

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.encoding, self.bom = _encoding(data)
        self._text: str | None = None
        self._lines: list[str] | None = None
        self._starts: LineStarts | None = None
        self._odd: tuple[str, ...] | None = None
        self._invalid: tuple[int, ...] | None = None
        self.kept: dict[object, Any] | None = None  # what was read of it by what it was read from, if that is kept
        self._near = 0, 1  # the offset of the last lookup and its line: the next lookup is usually close to it
        self._begins: list[tuple[int, int]] = []  # where the first documents begin: the offset and the line

    @property
    def text(self) -> str:
        """The decoded text; bytes that cannot be decoded are U+FFFD, as in kubectl."""
        text = self._text
        if text is None:
            text = self._text = str(memoryview(self.data)[self.bom :], self.encoding, "replace")
        return text

    def keep(self) -> Source:
        """Keep the documents that are read from now on: several readers get the same trees and must not change them."""
        self.kept = {}
        return self

    @property
    def lines(self) -> list[str]:
        """All lines without their line breaks; cached."""
        lines = self._lines
        if lines is None:
            lines = self._lines = self.cut()
        return lines

    def cut(self) -> list[str]:
        """All lines without their line breaks; not cached."""
        if not self._odd_breaks():
            return self.text.split("\n")
        from clblint.source.line_starts import cut_at_breaks  # noqa: PLC0415 - nearly all files have line feeds only

        return cut_at_breaks(self.text)

    def line(self, number: int) -> str:
        """The line of a 1-based number without its line break; empty if there is none."""
        lines = self.lines
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def offset(self, line: int, column: int) -> int:
        """The offset in the text of a 1-based line and column."""
        text = self.text
        if len(text) < _SHORT and not self._odd_breaks():
            before = text.split("\n", max(line, 1) - 1)
            return min(len(text) - len(before[-1]) + column - 1, len(text))
        return min(self._line_starts().of(line) + column - 1, len(text))

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of an offset in the text; an offset beyond the end is that of the end."""
        text = self._text
        if text is None:
            text = self.text
        if not 0 <= offset <= len(text):
            offset = 0 if offset < 0 else len(text)
        if len(text) < _SHORT and (self._odd == () or not self._odd_breaks()):  # nearly always, without a call
            at, line = self._near
            for begin in self._begins:  # the lookups for two objects of a file alternate
                if abs(offset - begin[0]) < abs(offset - at):
                    at, line = begin
            line += text.count("\n", at, offset) if at <= offset else -text.count("\n", offset, at)
            self._near = offset, line
            return line, offset - text.rfind("\n", 0, offset)
        return self._line_starts().position(offset)

    def note_document(self, offset: int, line: int) -> None:
        """Note on which line a document begins: what is near it is looked up from there."""
        begins = self._begins
        if len(begins) < _FEW and (not begins or offset > begins[-1][0]):
            begins.append((offset, line))

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        line, column = self.position(start)
        text = self._text  # which is there, now that a position was looked up
        is_short = text is not None and start <= end <= len(text) and end - start < _SHORT
        if is_short and self._odd == () and text.find("\n", start, end) < 0:  # type: ignore[union-attr]
            return Span(line, column, line, column + end - start)
        return Span(line, column, *self.position(end))

    def breaks(self, start: int, end: int) -> int:
        """The number of line breaks between two offsets; neither may lie inside of a CR LF."""
        text = self.text
        odd = self._odd_breaks()
        count = text.count("\n", start, end)
        for mark in odd:
            count += text.count(mark, start, end)
        return count - text.count("\r\n", start, end) if odd else count

    def _odd_breaks(self) -> tuple[str, ...]:
        """Those of `_ODD_BREAKS` that occur in the text."""
        odd = self._odd
        if odd is None:
            text = self.text
            odd = self._odd = tuple([mark for mark in _ODD_BREAKS if mark in text])
        return odd

    @property
    def invalid(self) -> tuple[int, ...]:
        """The offsets of the U+FFFD that replace bytes that cannot be decoded; at most 10,000."""
        found = self._invalid
        if found is None:
            from clblint.source.undecodable import undecodable_in  # noqa: PLC0415 - nearly all files are UTF-8

            found = self._invalid = undecodable_in(self.data[self.bom :], self.encoding, self.text)
        return found

    def first_invalid(self, start: int, end: int) -> int | None:
        """The first offset in `start` to `end` at which bytes could not be decoded; None if there is none."""
        from clblint.source.undecodable import first_between  # noqa: PLC0415 - as above

        return first_between(self.invalid, self.text, start, end)

    def _line_starts(self) -> LineStarts:
        starts = self._starts
        if starts is None:
            from clblint.source.line_starts import LineStarts  # noqa: PLC0415 - few files are as long or odd

            starts = self._starts = LineStarts(self.text, odd=bool(self._odd_breaks()))
        return starts


def _encoding(data: bytes) -> tuple[str, int]:
    """The encoding, and the length of the byte order mark in bytes; kubectl does not support UTF-32."""
    if data[:3] == _UTF8_BOM:
        return "utf-8", 3
    if data[:2] == b"\xff\xfe":
        return "utf-16-le", 2
    if data[:2] == b"\xfe\xff":
        return "utf-16-be", 2
    return "utf-8", 0
