"""Parsing one document with whichever engine there is, and with the corrections that make it agree with go-yaml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clblint.source.events import engine, kinds, yaml_error
from clblint.source.fault import Refusal
from clblint.source.node import Origin
from clblint.source.syntax import KIND, refusal
from clblint.source.tree import build

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.source.chunk import Chunk
    from clblint.source.node import Node

_BOM = "\ufeff"
_MOST_BOMS = 2  # go-yaml's reader passes over one, its scanner over another
_COLON_PROBLEM = "found unexpected ':'"
_MOST_COLONS = 200
# An empty collection at the beginning of a document, and something behind it on its line.
_EMPTY_ROOT = re.compile(
    r"(?:[ \t]*(?:---[ \t]*)?(?:#[^\n]*)?\r?\n)*"
    r"(?P<root>[ \t]*(?:\{[ \t\r\n]*\}|\[[ \t\r\n]*\]))[ \t]*[^ \t\r\n#?-]",
)
_FIRST_PRIVATE, _LAST_PRIVATE = 0xE000, 0xF8FF


class Parser:
    """The text of a document as the engine gets it.

    Where the engine and go-yaml take a character for different things, it is replaced by one that means nothing to
    either, and put back into the values.
    """

    def __init__(self, chunk: Chunk, *, pure: bool = False) -> None:
        self.chunk = chunk
        self.engine = engine(pure=pure)
        text = chunk.text
        boms = 0
        while boms < _MOST_BOMS and text.startswith(_BOM, boms):
            boms += 1
        self.origin = Origin(chunk.source, chunk.offset + boms, chunk.first_line - 1, chunk.column + boms)
        self.text = text[boms:] if boms else text
        self.restore: dict[int, str] = {}
        if _BOM in self.text:
            # libyaml passes over it at the beginning of any line.
            self._hide(_BOM)
        self._end_at_empty_root()
        self._check_encoding()

    def tree(self) -> tuple[Node | None, int | None]:
        """The root, and where a rest begins that kubectl ignores."""
        colons = 0
        while True:
            try:
                return self._build()
            except yaml_error() as error:
                colons += 1
                if colons > _MOST_COLONS or not self._hide_colon(error):
                    raise refusal(error, self.text, self.origin) from error

    def check(self) -> bool:
        """Whether the whole text is sound without a doubt; otherwise only the tree tells what is wrong."""
        check = self.engine.check
        if check is None:
            return False
        try:
            check(self.text)
        except yaml_error():
            return False
        return True

    def _build(self) -> tuple[Node | None, int | None]:
        next_event = self.engine.events(self.text)
        if self.restore:
            next_event = _restoring(next_event, self.restore)
        root, last = build(self.origin, next_event)
        return root, self._rest(last, next_event)

    def _rest(self, last: Any, next_event: Callable[[], Any]) -> int | None:  # noqa: ANN401 - an event
        end = kinds().stream_end
        if type(last) is end:
            return None
        try:
            if type(next_event()) is end:
                return None
        except yaml_error():
            pass
        return int(last.end_mark.index) + self.origin.offset

    def _end_at_empty_root(self) -> None:
        """Put `{}` or `[]` at the beginning on a line of its own.

        go-yaml's scanner forgets that an empty collection may be a key, so that it is the whole document to go-yaml and
        what follows is ignored; libyaml only does so across lines.
        """
        found = _EMPTY_ROOT.match(self.text)
        if found is not None:
            end = found.end("root")
            self.text = f"{self.text[:end]}\n{self.text[end:]}"

    def _hide(self, char: str, at: int | None = None) -> None:
        """Replace a character, everywhere or at one place, by one that the text does not hold."""
        number = next((n for n, hidden in self.restore.items() if hidden == char), None)
        if number is None:
            text = self.text
            number = next(n for n in range(_FIRST_PRIVATE, _LAST_PRIVATE) if chr(n) not in text)
            self.restore[number] = char
        if at is None:
            self.text = self.text.replace(char, chr(number))
        else:
            self.text = f"{self.text[:at]}{chr(number)}{self.text[at + 1:]}"

    def _hide_colon(self, error: Exception) -> bool:
        """Where libyaml 0.1 stops at a colon inside a plain scalar in brackets, hide it: to go-yaml it is a letter."""
        if getattr(error, "problem", None) != _COLON_PROBLEM:
            return False
        at = error.problem_mark.index  # type: ignore[attr-defined]
        if self.text[at : at + 1] != ":":
            return False
        self._hide(":", at)
        return True

    def _check_encoding(self) -> None:
        """After a UTF-8 mark kubectl does not repair what is not UTF-8."""
        source = self.chunk.source
        if not source.bom or source.encoding != "utf-8" or "\ufffd" not in self.text:
            return
        for offset in source.invalid:
            if self.chunk.offset <= offset < self.chunk.end:
                message = "bytes that are no UTF-8 are not repaired in a file with a byte order mark"
                raise Refusal(KIND, message, offset, offset + 1, "invalid leading UTF-8 octet")


def _restoring(next_event: Callable[[], Any], hidden: dict[int, str]) -> Callable[[], Any]:
    scalar = kinds().scalar

    def step() -> Any:  # noqa: ANN401 - an event
        event: Any = next_event()
        if type(event) is scalar:
            event.value = event.value.translate(hidden)
        return event

    return step
