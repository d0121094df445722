"""Reads the documents of a file as kubectl does: each has a tree of nodes, or the fault that prevents one."""

from __future__ import annotations

from clblint.source.chunk import Chunk
from clblint.source.cut import chunks
from clblint.source.fault import Fault, UnreadableDocumentError
from clblint.source.gate import is_suspect, may_be_deep, may_hold_infinity
from clblint.source.node import Node, Scalar
from clblint.source.parsing import DocumentParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.place import Span
    from clblint.source.text import Source

__all__ = ["Chunk", "Document", "Fault", "check_syntax", "chunks", "read_chunk", "read_documents"]


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
    document = Document(chunk)
    if document.fault is None:
        try:
            _read(chunk, document, pure=pure)
        except UnreadableDocumentError as refused:
            document.root = None
            document.ignored_rest = None
            span = chunk.source.span(refused.start, refused.end)
            document.fault = Fault(refused.kind, refused.message, span, refused.reason)
    return document


def check_syntax(chunk: Chunk, *, pure: bool = False) -> Fault | None:
    """The fault that `read_chunk` would report, or None; a sound document is parsed without building a tree."""
    if chunk.fault is not None:
        return chunk.fault
    text = chunk.text
    if _is_blank(text):
        return None
    if not (chunk.is_json or _may_escape_slash(text)):
        try:
            if _is_sound(DocumentParser(chunk, pure=pure), text):
                return None
        except UnreadableDocumentError:
            pass
    return read_chunk(chunk, pure=pure).fault


def _is_sound(parser: DocumentParser, text: str) -> bool:
    """Whether Kubernetes certainly reads a document; where all keys are ordinary, only a number can be wrong."""
    if parser.is_ordinary():
        return not may_hold_infinity(text)
    return not (may_be_deep(text) or is_suspect(text)) and parser.check()


def _read(chunk: Chunk, document: Document, *, pure: bool) -> None:
    text = chunk.text
    if _is_blank(text):
        return
    if chunk.is_json:
        document.root = _read_json(chunk, pure=pure)
        return
    parser = DocumentParser(chunk, pure=pure)
    root, rest = parser.tree()
    if root is not None:
        _check(root, text)
    document.root = root
    if rest is not None:
        document.ignored_rest = _span_of_rest(chunk, rest)


def _check(root: Node, text: str) -> None:
    """Raise `UnreadableDocumentError` for what the parser accepts and Kubernetes does not."""
    has_slash, suspect = _may_escape_slash(text), _may_be_refused(root, text)
    if has_slash or suspect:
        from clblint.source.decode import check_escapes, check_values  # noqa: PLC0415 - few documents are doubtful

        if has_slash:
            check_escapes(root)
        if suspect:
            check_values(root)


def _may_be_refused(root: Node, text: str) -> bool:
    """Whether Kubernetes may refuse a value; where all keys are ordinary, only a number can be wrong."""
    return may_hold_infinity(text) if root.origin.ordinary else is_suspect(text)


def _may_escape_slash(text: str) -> bool:
    return "\\" in text and "\\/" in text  # one character is found many times faster than two


def _is_blank(text: str) -> bool:
    return text == "---\n" or not text.strip(" \r\n")


def _read_json(chunk: Chunk, *, pure: bool) -> Node | None:
    """The tree of a valid JSON value; made by the YAML parser where possible, which is faster than ours in Python."""
    from clblint.source.json_tree import is_json_only, json_tree  # noqa: PLC0415 - few files are JSON

    if not is_json_only(chunk.text):
        try:
            return DocumentParser(chunk, pure=pure).tree()[0]
        except UnreadableDocumentError:
            pass
    return json_tree(chunk)


def _span_of_rest(chunk: Chunk, start: int) -> Span:
    body = chunk.source.text[start : chunk.end]
    start += len(body) - len(body.lstrip())
    return chunk.source.span(start, start + len(body.strip()))
