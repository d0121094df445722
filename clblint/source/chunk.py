"""Splits a YAML file into documents as kubectl does: at every line that begins with `---`, even inside a value."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.fault import Fault
    from clblint.source.text import Source

_SEPARATOR = "---"
# The characters that Go's strings.TrimSpace removes.
_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_SHOWN = 60


class Chunk:
    """The text of one document and its position in the file; the text is not parsed yet."""

    __slots__ = ("_text", "column", "end", "fault", "first_line", "index", "is_json", "offset", "source")

    def __init__(self, source: Source, index: int, offset: int, end: int, first_line: int) -> None:
        self.source = source
        self.index = index
        self.offset = offset
        self.end = end
        self.first_line = first_line
        self.column = 0  # how many code points precede the document on its first line
        self.fault: Fault | None = None
        self.is_json = False
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The text as kubectl passes it to the parser: a missing line feed at the end is added."""
        text = self._text
        if text is None:
            text = self.source.text[self.offset : self.end]
            if not text.endswith("\n"):
                text += "\n"
            self._text = text
        return text


def split(source: Source, start: int = 0, index: int = 0) -> Iterator[Chunk]:
    """Yield the documents from offset `start` on; at a bad separator kubectl stops and drops the document before it."""
    text = source.text
    begin, line = start, 1 + source.breaks(0, start)
    at = start if text.startswith(_SEPARATOR, start) else _next(text, start)
    while at >= 0:
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop + 1
        rest = text[at + 3 : stop].strip(_SPACE)
        if rest and rest[0] != "#":
            yield _bad_separator(source, index, at, stop)
            return
        if at > begin:
            yield Chunk(source, index, begin, at, line)
            index += 1
            # The separator that ends a document is dropped; one that ends nothing begins the next document.
            line += source.breaks(begin, stop)
            begin = stop
            source.note_document(begin, line)
        at = _next(text, stop - 1)
    if begin < len(text):
        yield Chunk(source, index, begin, len(text), line)


def _next(text: str, start: int) -> int:
    """The offset of the next separator; `start` is at or before the line feed in front of it; -1 if there is none."""
    found = text.find("\n---", start)
    return found + 1 if found >= 0 else -1


def _bad_separator(source: Source, index: int, at: int, stop: int) -> Chunk:
    from clblint.i18n.text import phrase  # noqa: PLC0415 - few separators are bad
    from clblint.source.fault import Fault  # noqa: PLC0415 - as above
    from clblint.source.place import Span  # noqa: PLC0415 - as above

    rest = source.text[at + 3 : stop].strip(_SPACE)
    line = 1 + source.breaks(0, at)
    chunk = Chunk(source, index, at, stop, line)
    shown = rest if len(rest) <= _SHOWN else rest[:_SHOWN] + "…"
    message = phrase("only a comment may follow '---': kubectl drops the document above and reads nothing from here on")
    length = len(source.text[at:stop].rstrip(_SPACE))
    reason = f"invalid Yaml document separator: {shown}"
    chunk.fault = Fault("bad-separator", message, Span(line, 1, line, length + 1), reason)
    return chunk
