"""Reads a document from the events of a parser, with texts that libyaml and go-yaml read differently adapted."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.light import pattern
from clblint.source.events import engine
from clblint.source.fault import UnreadableDocumentError
from clblint.source.node import Node, Scalar
from clblint.source.parser_error import yaml_error
from clblint.source.parser_events import DocumentEnd, StreamEnd
from clblint.source.plain import MOST_EVENTS
from clblint.source.tree import build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clblint.source.node import TextOrigin
    from clblint.source.parser_input import ParserInput

_COLON_PROBLEM = "found unexpected ':'"
# How many colons are hidden one by one before all at once; the limits of attempts and of code points parsed.
_FEW_COLONS, _MOST_COLONS, _COLON_BUDGET = 4, 200, 20_000_000
# Colons inside plain scalars in brackets; certain only in a text without tags, anchors, aliases and directives.
_LETTER_COLON = pattern(r"(?a)(?<=[\w./-]):(?=[^\s,\[\]{}])")
_NO_LETTERS = frozenset("!&*%")


class EventParser:
    """The parser of one document, which may change its text and what is restored in its values."""

    def __init__(self, document: ParserInput, *, pure: bool) -> None:
        self._input = document
        self._engine = engine(pure=pure)

    def tree(self) -> tuple[Node | None, int | None]:
        """As `DocumentParser.tree`."""
        try:
            return self._build()
        except yaml_error() as error:
            if not self._hide_colons(error):
                raise self._refusal(error) from error
        try:
            return self._build()
        except yaml_error() as error:
            raise self._refusal(error) from error

    def is_valid(self) -> bool:
        """Whether the whole text is certainly valid."""
        return self._engine.check is not None and self._problem() is None

    def _refusal(self, error: Exception) -> UnreadableDocumentError:
        from clblint.source.syntax import refusal  # noqa: PLC0415 - most documents have no error

        return refusal(error, self._input.text, self._input.origin)

    def _build(self) -> tuple[Node | None, int | None]:
        with self._engine.nodes:
            next_event = self._engine.events(self._input.text)
            if self._input.restore:
                next_event = _restoring(next_event, self._input.restore)
            if len(self._input.text) >= MOST_EVENTS:
                next_event = _counting(next_event, self._input.origin)
            root, last = build(self._input.origin, next_event)
            return root, self._rest(last, next_event)

    def _rest(self, last: DocumentEnd, next_event: Callable[[], Any]) -> int | None:
        if type(last) is StreamEnd:
            return None
        try:
            if type(next_event()) is StreamEnd:
                return None
        except yaml_error():
            pass
        end_of_root = self._input.end_of_root
        return (end_of_root or last.offset) + self._input.origin.offset

    def _hide(self, char: str, at: int) -> None:
        self._input.text = f"{self._input.text[:at]}{self._input.stand_in(char)}{self._input.text[at + 1 :]}"

    def _hide_colons(self, error: Exception | None) -> bool:
        """Hide the colons inside plain scalars in brackets: a syntax error in libyaml 0.1, but not in go-yaml."""
        hidden = False
        for attempt in range(min(_MOST_COLONS, _COLON_BUDGET // len(self._input.text))):
            if getattr(error, "problem", None) != _COLON_PROBLEM:
                break
            if attempt == _FEW_COLONS and _NO_LETTERS.isdisjoint(self._input.text):
                self._input.text = _LETTER_COLON.sub(self._input.stand_in(":"), self._input.text)
            else:
                self._hide(":", error.problem_mark.index)  # type: ignore[union-attr]
            hidden = True
            error = self._problem()
        return hidden

    def _problem(self) -> Exception | None:
        if self._engine.check is not None:
            try:
                self._engine.check(self._input.text)
            except yaml_error() as error:
                return error
        return None


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
            if count > MOST_EVENTS:
                message = phrase("more than {count} values in one document", count=MOST_EVENTS)
                raise UnreadableDocumentError(message, kind="too-large", start=event.start, end=event.start + 1)
        return event

    return step
