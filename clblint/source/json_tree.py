"""Builds the tree of JSON that is not valid YAML or means something else in YAML; kubectl tries JSON first."""

from __future__ import annotations

import re
from json.decoder import scanstring  # type: ignore[attr-defined]

from clblint.source.node import Node, TextOrigin
from clblint.source.parsed_nodes import parsed_mapping, parsed_scalar, parsed_sequence
from clblint.source.parser_events import ParserMark, StreamEnd, end_of
from clblint.source.tree import build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.source.chunk import Chunk

# In YAML, `\/` and surrogates are not escapes, control characters are not allowed, other line breaks are folded.
_JSON_ONLY = re.compile("\\\\/|\\\\u[dD][89a-fA-F]|[\x7f-\x9f\u2028\u2029\ufeff]")
_TOKEN = re.compile(r'[ \t\r\n,:]*(?:("(?:[^"\\]|\\.)*")|([\[\]{}])|([^\s,:\[\]{}"]+))', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_json_only(text: str) -> bool:
    """Whether valid JSON may be refused as YAML, or mean something else."""
    return _JSON_ONLY.search(text) is not None


def json_tree(chunk: Chunk) -> Node | None:
    """The tree of a valid JSON value."""
    origin = TextOrigin(chunk.source, chunk.offset, chunk.first_line - 1, chunk.column)
    return build(origin, _events(chunk.text).__next__)[0]


def _events(text: str) -> Iterator[Any]:
    """Yield the events of an engine for a JSON text."""
    at = 0
    while found := _TOKEN.match(text, at):
        at = found.end()
        group = found.lastindex or 0
        start, end = map(ParserMark, found.span(group))
        piece = found[group]
        if group == 1:
            value = _SURROGATE.sub("\ufffd", scanstring(text, start.index + 1)[0])
            yield parsed_scalar(None, None, (False, True), value, start, end, '"')
        elif piece in "{[":
            yield (parsed_mapping if piece == "{" else parsed_sequence)(None, None, True, start, end, True)  # noqa: FBT003 - as the parsers call it
        elif piece in "]}":
            yield end_of(start, end)
        else:
            yield parsed_scalar(None, None, (True, False), piece, start, end, "")
    end = ParserMark(at)
    yield StreamEnd(end, end)
