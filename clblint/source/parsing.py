"""Parses one document: adapts its text so that the engine agrees with go-yaml, and builds the tree."""

from __future__ import annotations

import re

from clblint.i18n.text import phrase
from clblint.source.events import engine
from clblint.source.fault import UnreadableDocumentError
from clblint.source.node import DocumentEnd, Node, Scalar, StreamEnd, TextOrigin
from clblint.source.parser_error import yaml_error
from clblint.source.plain import compiled_parser, plain_parser
from clblint.source.tree import build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clblint.source.chunk import Chunk
    from clblint.source.events import Engine
    from clblint.source.plain import CompiledParser

_BOM = "\ufeff"
_MOST_BOMS = 2  # go-yaml's reader skips one, its scanner another
_COLON_PROBLEM = "found unexpected ':'"
# How many colons are hidden one by one before all at once; the limits of attempts and of code points parsed.
_FEW_COLONS, _MOST_COLONS, _COLON_BUDGET = 4, 200, 20_000_000
# Fewer events than this need no memory limit, and no document has more events than code points.
_MOST_EVENTS = 1_000_000
_SPACE = re.compile(r"[ \t\r\n]*")
_EMPTY = r"(\{[ \t\r\n]*\}|\[[ \t\r\n]*\])[ \t]*[^ \t\r\n#?-]"  # not compiled at import: few roots are in brackets
# Colons inside plain scalars in brackets; certain only in a text without tags, anchors, aliases and directives.
_LETTER_COLON = r"(?a)(?<=[\w./-]):(?=[^\s,\[\]{}])"
_NO_LETTERS = frozenset("!&*%")
_FIRST_PRIVATE, _LAST_PRIVATE = 0xE000, 0xF8FF


class ParserInput:
    """The text of a document as it is given to the engine.

    Where the engine and go-yaml interpret a character differently, it is replaced by one without a meaning in YAML
    and restored in the values.
    """

    def __init__(self, chunk: Chunk, *, pure: bool = False) -> None:
        self.chunk = chunk
        self._pure = pure
        text = chunk.text
        boms = 0
        while boms < _MOST_BOMS and text.startswith(_BOM, boms):
            boms += 1
        self.origin = TextOrigin(chunk.source, chunk.offset + boms, chunk.first_line - 1, chunk.column + boms)
        self.text = text[boms:] if boms else text
        self.restore: dict[int, str] = {}
        self._end_of_root = 0
        if _BOM in self.text:
            # libyaml skips it at the beginning of any line.
            self.text = self.text.replace(_BOM, self._stand_in(_BOM))
        self._end_at_empty_root()
        self._check_encoding()

    def tree(self) -> tuple[Node | None, int | None]:
        """The root, and the offset in the file of a rest that kubectl ignores; None for either if absent.

        Raises `UnreadableDocumentError` for a syntax error.
        """
        roots = self._plain_roots()
        if roots is not None:
            return (roots[0] if roots else None), None
        try:
            return self._build()
        except yaml_error() as error:
            if not self._hide_colons(error):
                raise self._refusal(error) from error
        try:
            return self._build()
        except yaml_error() as error:
            raise self._refusal(error) from error

    def _refusal(self, error: Exception) -> UnreadableDocumentError:
        from clblint.source.syntax import refusal  # noqa: PLC0415 - most documents have no error

        return refusal(error, self.text, self.origin)

    def check(self) -> bool:
        """Whether the whole text is certainly valid; if False, `tree` must be called to know."""
        if len(self.text) >= _MOST_EVENTS:
            return False
        compiled = self._compiled
        if compiled is not None and compiled.is_valid(self.text):
            return True
        return self._engine.check is not None and self._problem() is None

    def is_ordinary(self) -> bool:
        """Whether it has no syntax error and is plain, with ordinary keys; False if the parser cannot decide."""
        compiled = self._compiled
        return compiled is not None and self._is_as_written and compiled.is_ordinary(self.text)

    @property
    def _engine(self) -> Engine:
        return engine(pure=self._pure)

    @property
    def _compiled(self) -> CompiledParser | None:
        return None if self._pure else compiled_parser()

    @property
    def _is_as_written(self) -> bool:
        return not (self.restore or self._end_of_root or len(self.text) >= _MOST_EVENTS)

    def _plain_roots(self) -> list[Node] | None:
        """The root of a plain document, nothing of an empty one; None if the parsers of these cannot decide."""
        if self._pure or not self._is_as_written:
            return None
        return plain_parser()(self.text, self.origin)

    def _build(self) -> tuple[Node | None, int | None]:
        with self._engine.nodes:
            next_event = self._engine.events(self.text)
            if self.restore:
                next_event = _restoring(next_event, self.restore)
            if len(self.text) >= _MOST_EVENTS:
                next_event = _counting(next_event, self.origin)
            root, last = build(self.origin, next_event)
            return root, self._rest(last, next_event)

    def _rest(self, last: DocumentEnd, next_event: Callable[[], Any]) -> int | None:
        if type(last) is StreamEnd:
            return None
        try:
            if type(next_event()) is StreamEnd:
                return None
        except yaml_error():
            pass
        end_of_root = self._end_of_root
        return (end_of_root or last.offset) + self.origin.offset

    def _end_at_empty_root(self) -> None:
        """Move a `{}` or `[]` at the beginning to its own line.

        go-yaml's scanner forgets that an empty collection may be a key: it takes it for the whole document and ignores
        what follows; libyaml does so only across lines.
        """
        at = _first_content(self.text)
        if not self.text.startswith(("{", "["), at):
            return
        found = re.compile(_EMPTY).match(self.text, at)
        if found is not None:
            end = self._end_of_root = found.end(1)
            self.text = f"{self.text[:end]}\n{self.text[end:]}"

    def _hide(self, char: str, at: int) -> None:
        self.text = f"{self.text[:at]}{self._stand_in(char)}{self.text[at + 1 :]}"

    def _stand_in(self, char: str) -> str:
        """A private use character that the text does not contain, as replacement of `char`."""
        number = next((n for n, hidden in self.restore.items() if hidden == char), None)
        if number is None:
            text = self.text
            number = next((n for n in range(_FIRST_PRIVATE, _LAST_PRIVATE) if chr(n) not in text), ord(char))
            self.restore[number] = char
        return chr(number)

    def _hide_colons(self, error: Exception | None) -> bool:
        """Hide the colons inside plain scalars in brackets: a syntax error in libyaml 0.1, but not in go-yaml."""
        hidden = False
        for attempt in range(min(_MOST_COLONS, _COLON_BUDGET // len(self.text))):
            if getattr(error, "problem", None) != _COLON_PROBLEM:
                break
            if attempt == _FEW_COLONS and _NO_LETTERS.isdisjoint(self.text):
                self.text = re.sub(_LETTER_COLON, self._stand_in(":"), self.text)
            else:
                self._hide(":", error.problem_mark.index)  # type: ignore[union-attr]
            hidden = True
            error = self._problem()
        return hidden

    def _problem(self) -> Exception | None:
        if self._engine.check is not None:
            try:
                self._engine.check(self.text)
            except yaml_error() as error:
                return error
        return None

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


def _first_content(text: str) -> int:
    """The offset of the first character that belongs neither to white space nor to a comment or separator."""
    at = 0
    while True:
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if not (text.startswith("#", at) or text.startswith("---", at)):
            return at
        at = text.find("\n", at)


def _restoring(next_event: Callable[[], Any], hidden: dict[int, str]) -> Callable[[], Any]:
    def step() -> Any:  # noqa: ANN401 - an event
        event = next_event()
        if type(event) is Scalar:
            event.text = event.text.translate(hidden)
        return event

    return step


def _counting(next_event: Callable[[], Any], origin: TextOrigin) -> Callable[[], Any]:
    count = 0

    def step() -> Any:  # noqa: ANN401 - an event
        nonlocal count
        count += 1
        event = next_event()
        if isinstance(event, Node):
            event.origin = origin
            if count > _MOST_EVENTS:
                message = phrase("more than {count} values in one document", count=_MOST_EVENTS)
                raise UnreadableDocumentError(message, kind="too-large", start=event.start, end=event.start + 1)
        return event

    return step
