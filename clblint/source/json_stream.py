"""Splits a file that begins with a brace into JSON values, as kubectl tries to before it reads YAML."""

from __future__ import annotations

import re
from json import JSONDecoder

from clblint.i18n.text import phrase
from clblint.source.chunk import Chunk, split
from clblint.source.fault import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from clblint.source.text import Source

_START = re.compile(r'[ \t\r\n]*\{[ \t\r\n]*["}]')
_SPACE = re.compile(r"[ \t\r\n]*")
_FIRST_LINE_SPACE = re.compile(r"[^\S\n]*\n?")


def may_be_json(text: str) -> bool:
    """Whether the text begins like a JSON object; `{{` and `{a: b}` do not."""
    return _START.match(text) is not None


def json_chunks(source: Source) -> Iterator[Chunk]:
    """Yield the JSON values of a file.

    If the first or second of them is not JSON, the rest of the file is split as YAML, as by kubectl.
    """
    text = source.text
    decoder = JSONDecoder(parse_int=str, parse_float=str, parse_constant=_refuse)
    index = at = rest = 0
    while (at := _SPACE.match(text, rest).end()) < len(text):  # type: ignore[union-attr]
        try:
            end = decoder.raw_decode(text, at)[1]
        except ValueError as error:
            if index > 1:
                yield _not_json(source, index, at, int(getattr(error, "pos", at)))
            else:
                yield from _as_yaml(source, rest, index)
            return
        except RecursionError:
            chunk = _chunk(source, index, at, len(text))
            chunk.fault = Fault("too-deep", phrase("nested too deep"), source.span(at, at + 1))
            yield chunk
            return
        yield _chunk(source, index, at, end)
        index += 1
        rest = end


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _chunk(source: Source, index: int, start: int, end: int) -> Chunk:
    line, column = source.position(start)
    chunk = Chunk(source, index, start, end, line)
    chunk.column = column - 1
    chunk.is_json = True
    return chunk


def _not_json(source: Source, index: int, start: int, at: int) -> Chunk:
    chunk = _chunk(source, index, start, len(source.text))
    message = phrase("not JSON, and after two JSON values kubectl reads nothing else")
    chunk.fault = Fault("json-syntax", message, source.span(at, at + 1))
    return chunk


def _as_yaml(source: Source, rest: int, index: int) -> Iterator[Chunk]:
    start = _FIRST_LINE_SPACE.match(source.text, rest).end() if index else 0  # type: ignore[union-attr]
    for chunk in split(source, start, index):
        if chunk.offset == start and chunk.fault is None:
            chunk.column = source.position(start)[1] - 1
        yield chunk
