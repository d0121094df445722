"""JSON that YAML refuses or reads otherwise, as a tree all the same: kubectl tries JSON first."""

from __future__ import annotations

import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

from clblint.source.events import Kinds, kinds
from clblint.source.node import Node, Origin
from clblint.source.tree import build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.chunk import Chunk

# `\/` and surrogates are no escapes in YAML, control characters are not allowed, other line breaks are folded.
_JSON_ONLY = re.compile("\\\\/|\\\\u[dD][89a-fA-F]|[\x7f-\x9f\u2028\u2029\ufeff]")
_TOKEN = re.compile(r'[ \t\r\n,:]*(?:("(?:[^"\\]|\\.)*")|([\[\]{}])|([^\s,:\[\]{}"]+))', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_json_only(text: str) -> bool:
    """Whether legal JSON may be something else in YAML."""
    return _JSON_ONLY.search(text) is not None


def json_tree(chunk: Chunk) -> Node | None:
    """The tree of a legal JSON value."""
    origin = Origin(chunk.source, chunk.offset, chunk.first_line - 1, chunk.column)
    return build(origin, _events(chunk.text, origin, kinds()).__next__, [])[0]


class _Mark:
    """A place in the text of the chunk, as the YAML parsers give it."""

    __slots__ = ("index", "origin")

    def __init__(self, index: int, origin: Origin) -> None:
        self.index = index
        self.origin = origin

    @property
    def line(self) -> int:
        return self._position()[0] - 1 - self.origin.line

    @property
    def column(self) -> int:
        line, column = self._position()
        return column - 1 - (0 if line - 1 - self.origin.line else self.origin.column)

    def _position(self) -> tuple[int, int]:
        return self.origin.source.position(self.origin.offset + self.index)


def _events(text: str, origin: Origin, kinds: Kinds) -> Iterator[Any]:
    """The events that a YAML parser would give; the first one is passed over."""
    yield None
    at = 0
    while found := _TOKEN.match(text, at):
        at = found.end()
        group = found.lastindex or 0
        start, end = (_Mark(index, origin) for index in found.span(group))
        piece = found[group]
        if group == 1:
            value = _SURROGATE.sub("\ufffd", scanstring(text, start.index + 1)[0])
            yield kinds.scalar(None, None, (False, True), value, start, end, style='"')
        elif piece == "{":
            yield kinds.mapping_start(None, None, implicit=True, start_mark=start, end_mark=end, flow_style=True)
        elif piece == "[":
            yield kinds.sequence_start(None, None, implicit=True, start_mark=start, end_mark=end, flow_style=True)
        elif group == 2:  # noqa: PLR2004 - the group of the brackets
            yield (kinds.mapping_end if piece == "}" else kinds.sequence_end)(start, end)
        else:
            yield kinds.scalar(None, None, (True, False), piece, start, end, style="")
    end = _Mark(at, origin)
    yield kinds.stream_end(end, end)
