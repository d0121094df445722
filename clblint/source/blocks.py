"""Reads YAML in a literal block scalar (`values: |`), whose nodes have their positions in the file."""

from __future__ import annotations

import re

from clblint.source.chunk import Chunk
from clblint.source.document import read_chunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.document import Document
    from clblint.source.node import Scalar

_SEPARATOR = re.compile(r"^[ \t]*---[ \t]*(?:#.*)?\r?\n", re.MULTILINE)


def documents_in(text: Scalar) -> Iterator[Document]:
    """Yield the documents in a literal block scalar; none if it is written in another way."""
    for chunk in chunks_in(text):
        yield read_chunk(chunk)


def chunks_in(text: Scalar) -> Iterator[Chunk]:
    """Yield the same documents, not parsed."""
    if text.style != "literal" or text.value != text.text:  # the value may be that of a build
        return
    source = text.source
    begin = source.text.find("\n", text.start, text.end) + 1
    while 0 < begin < text.end:
        found = _SEPARATOR.search(source.text, begin, text.end)
        yield Chunk(source, 0, begin, found.start() if found else text.end, source.position(begin)[0])
        begin = found.end() if found else 0
