"""Parses one document with the fastest parser that can decide what it means."""

from __future__ import annotations

from clblint.source.parser_input import ParserInput
from clblint.source.plain import MOST_EVENTS, compiled_parser, plain_roots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.chunk import Chunk
    from clblint.source.compiled import CompiledParser
    from clblint.source.event_parser import EventParser
    from clblint.source.node import Node


class DocumentParser(ParserInput):
    """The parsers of one document; `pure` selects the one in Python for all documents."""

    def __init__(self, chunk: Chunk, *, pure: bool = False) -> None:
        super().__init__(chunk)
        self._pure = pure

    def tree(self, *, plain: bool = True) -> tuple[Node | None, int | None]:
        """The root, and the offset in the file of a rest that kubectl ignores; None for either if absent.

        `plain` says that the document may be a plain one. Raises `UnreadableDocumentError` for a syntax error.
        """
        roots = self._plain_roots() if plain else None
        return ((roots[0] if roots else None), None) if roots is not None else self._by_events.tree()

    def check(self) -> bool:
        """Whether the whole text is certainly valid; if False, `tree` must be called to know."""
        if len(self.text) >= MOST_EVENTS:
            return False
        compiled = self._compiled
        return (compiled is not None and compiled.is_valid(self.text)) or self._by_events.is_valid()

    def is_ordinary(self) -> bool:
        """Whether it has no syntax error and, but for its numbers, is plain, with ordinary keys; False if unsure."""
        compiled = self._compiled
        return compiled is not None and self.is_as_written and compiled.is_ordinary(self.text)

    @property
    def _by_events(self) -> EventParser:
        from clblint.source.event_parser import EventParser  # noqa: PLC0415 - most documents are plain

        return EventParser(self, pure=self._pure)

    @property
    def _compiled(self) -> CompiledParser | None:
        return None if self._pure else compiled_parser()

    def _plain_roots(self) -> list[Node] | None:
        """The root of a plain document, nothing of an empty one; None if the parsers of these cannot decide."""
        if self._pure or not self.is_as_written:
            return None
        return plain_roots(self.text, self.origin)
