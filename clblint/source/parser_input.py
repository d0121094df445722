"""The text of a document, adapted so that a parser agrees with go-yaml."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.source.fault import UnreadableDocumentError
from clblint.source.node import TextOrigin
from clblint.source.plain import BOM, MOST_EVENTS, first_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.chunk import Chunk

_MOST_BOMS = 2  # go-yaml's reader skips one, its scanner another
_EMPTY = r"(\{[ \t\r\n]*\}|\[[ \t\r\n]*\])[ \t]*[^ \t\r\n#?-]"
_FIRST_PRIVATE, _LAST_PRIVATE = 0xE000, 0xF8FF


class ParserInput:
    """The text of a document as it is given to a parser.

    Where the parser and go-yaml interpret a character differently, it is replaced by one without a meaning in YAML
    and restored in the values.
    """

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        text = chunk.text
        boms = 0
        while boms < _MOST_BOMS and text.startswith(BOM, boms):
            boms += 1
        self.origin = TextOrigin(chunk.source, chunk.offset + boms, chunk.first_line - 1, chunk.column + boms)
        self.text = text[boms:] if boms else text
        self.restore: dict[int, str] = {}
        self.end_of_root = 0
        if BOM in self.text:
            # libyaml skips it at the beginning of any line.
            self.text = self.text.replace(BOM, self.stand_in(BOM))
        self._end_at_empty_root()
        self._check_encoding()

    @property
    def is_as_written(self) -> bool:
        """Whether a parser of plain documents reads it as this text."""
        return not (self.restore or self.end_of_root or len(self.text) >= MOST_EVENTS)

    def _end_at_empty_root(self) -> None:
        """Move a `{}` or `[]` at the beginning to its own line.

        go-yaml's scanner forgets that an empty collection may be a key: it takes it for the whole document and ignores
        what follows; libyaml does so only across lines.
        """
        at = first_content(self.text)
        if not self.text.startswith(("{", "["), at):
            return
        import re  # noqa: PLC0415 - few roots are in brackets

        found = re.compile(_EMPTY).match(self.text, at)
        if found is not None:
            end = self.end_of_root = found.end(1)
            self.text = f"{self.text[:end]}\n{self.text[end:]}"

    def stand_in(self, char: str) -> str:
        """A private use character that the text does not contain, as replacement of `char`."""
        number = next((n for n, hidden in self.restore.items() if hidden == char), None)
        if number is None:
            text = self.text
            number = next((n for n in range(_FIRST_PRIVATE, _LAST_PRIVATE) if chr(n) not in text), ord(char))
            self.restore[number] = char
        return chr(number)

    def _check_encoding(self) -> None:
        """Raise for bytes that are not UTF-8 after a UTF-8 byte order mark, where kubectl does not replace them."""
        chunk = self.chunk
        if chunk.source.encoding != "utf-8" or not chunk.source.bom or "\ufffd" not in self.text:
            return
        at = chunk.source.first_invalid(chunk.offset, chunk.end)
        if at is not None:
            message = phrase("bytes that are not UTF-8 are not repaired in a file with a byte order mark")
            raise UnreadableDocumentError(
                message, kind="yaml-syntax", start=at, end=at + 1, reason="invalid leading UTF-8 octet"
            )
