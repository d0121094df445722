"""Splits a file into its documents without parsing them: a stream of JSON values, or YAML separated by `---`."""

from __future__ import annotations

from clblint.source.chunk import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.chunk import Chunk
    from clblint.source.text import Source

_JSON_WINDOW = 4096
_MOST_DOCUMENTS = 100_000


def chunks(source: Source, *, json_first: bool = True) -> Iterator[Chunk]:
    """Yield the documents of a file, not parsed; `json_first=False` skips kubectl's attempt to read JSON."""
    for chunk in _chunks(source, json_first=json_first):
        if chunk.index >= _MOST_DOCUMENTS:
            from clblint.i18n.text import phrase  # noqa: PLC0415 - no file has so many
            from clblint.source.fault import Fault  # noqa: PLC0415 - as above

            message = phrase("more than {count} documents in one file", count=_MOST_DOCUMENTS)
            chunk.fault = Fault("too-large", message, source.span(chunk.offset, chunk.offset + 1))
            yield chunk
            return
        yield chunk


def _chunks(source: Source, *, json_first: bool) -> Iterator[Chunk]:
    text = source.text
    if json_first and text[:_JSON_WINDOW].lstrip(" \t\r\n")[:1] in {"{", ""}:
        from clblint.source.json_stream import json_chunks, may_be_json  # noqa: PLC0415 - few files are JSON

        if may_be_json(text):
            yield from json_chunks(source)
            return
    yield from split(source)
