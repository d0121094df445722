"""Splits a file into its documents and reads them as kubectl does.

A file is a stream of JSON values, or YAML separated by `---`. Each document has a tree of nodes, or the fault that
prevents one.
"""

from __future__ import annotations

from clblint.source.chunk import split
from clblint.source.node import Scalar
from clblint.source.plain import is_as_written, may_escape_slash, roots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.chunk import Chunk
    from clblint.source.fault import Fault
    from clblint.source.node import Node
    from clblint.source.place import Span
    from clblint.source.text import Source


_JSON_WINDOW = 4096
_MOST_DOCUMENTS = 100_000


class Document:
    """One document: the root of its tree, or the fault for which it has none.

    Both are None for an empty document. `ignored_rest` is the text after the root that kubectl ignores.
    """

    __slots__ = ("fault", "first_line", "ignored_rest", "index", "root", "source")

    def __init__(self, chunk: Chunk) -> None:
        self.source: Source = chunk.source
        self.index: int = chunk.index
        self.first_line: int = chunk.first_line
        self.root: Node | None = None
        self.fault: Fault | None = chunk.fault
        self.ignored_rest: Span | None = None

    @property
    def skipped(self) -> bool:
        """Whether kubectl skips it silently: it is empty or null."""
        root = self.root
        return self.fault is None and (root is None or (isinstance(root, Scalar) and root.value is None))


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


def read_documents(source: Source, *, json_first: bool = True, pure: bool = False) -> Iterator[Document]:
    """Yield the documents of a file one at a time, so that the memory of each tree can be freed.

    `json_first=False` reads YAML only, as the API server and older tools do; `pure=True` selects the Python parser.
    """
    for chunk in chunks(source, json_first=json_first):
        yield read_chunk(chunk, pure=pure)


def read_chunk(chunk: Chunk, *, pure: bool = False) -> Document:
    """Parse one document; a syntax error or refused value is returned as its `fault`, not raised."""
    kept = chunk.source.kept
    if kept is None or pure:
        return _parsed(chunk, pure=pure)
    key = chunk.offset, chunk.column, chunk.is_json, chunk.text
    if key not in kept:
        kept[key] = _parsed(chunk, pure=False)
    document: Document = kept[key]
    return document


def _parsed(chunk: Chunk, *, pure: bool) -> Document:
    document, text = Document(chunk), chunk.text
    if document.fault is not None or _is_blank(text):
        return document
    asked = not (pure or chunk.is_json) and is_as_written(chunk)
    roots = roots_of(chunk) if asked else None
    if roots is not None and (not roots or _is_sound(roots[0], text)):  # as nearly always
        document.root = roots[0] if roots else None
        return document
    from clblint.source.thorough import read_thoroughly  # noqa: PLC0415 - few documents are doubtful

    document.root, document.ignored_rest, document.fault = read_thoroughly(chunk, roots, asked=asked, pure=pure)
    return document


def check_syntax(chunk: Chunk, *, pure: bool = False) -> Fault | None:
    """The fault that `read_chunk` would report, or None; a sound document is parsed without building a tree."""
    if chunk.fault is not None:
        return chunk.fault
    if _is_blank(chunk.text):
        return None
    from clblint.source.thorough import is_certainly_sound  # noqa: PLC0415 - most files hold what concerns a rule

    return None if is_certainly_sound(chunk, pure=pure) else read_chunk(chunk, pure=pure).fault


def _is_sound(root: Node, text: str) -> bool:
    """Whether Kubernetes certainly refuses nothing in a plain document."""
    return root.origin.ordinary and not may_escape_slash(text)


def _is_blank(text: str) -> bool:
    return text == "---\n" or not text.strip(" \r\n")
