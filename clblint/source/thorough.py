"""Reads the documents that are not plain, or in which Kubernetes may refuse what the parser accepts."""

from __future__ import annotations

from clblint.source.fault import Fault, UnreadableDocumentError
from clblint.source.gate import is_suspect, may_be_deep, may_hold_infinity
from clblint.source.parsing import DocumentParser
from clblint.source.plain import may_escape_slash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.chunk import Chunk
    from clblint.source.node import Node
    from clblint.source.place import Span


def read_thoroughly(
    chunk: Chunk, roots: list[Node] | None, *, asked: bool, pure: bool
) -> tuple[Node | None, Span | None, Fault | None]:
    """The root of a document, what kubectl ignores behind it, and the fault for which it has no root.

    `roots` are those that a parser of plain documents gave, None if it gave none; `asked` says whether it was asked.
    """
    try:
        if roots is not None:
            root, rest = (roots[0] if roots else None), None
        elif chunk.is_json:
            return _read_json(chunk, pure=pure), None, None
        else:
            root, rest = DocumentParser(chunk, pure=pure).tree(plain=not asked)
        if root is not None:
            _check(root, chunk.text)
    except UnreadableDocumentError as refused:
        span = chunk.source.span(refused.start, refused.end)
        return None, None, Fault(refused.kind, refused.message, span, refused.reason)
    return root, (_span_of_rest(chunk, rest) if rest is not None else None), None


def is_certainly_sound(chunk: Chunk, *, pure: bool) -> bool:
    """Whether Kubernetes certainly reads a document, found out without building a tree."""
    text = chunk.text
    if chunk.is_json or may_escape_slash(text):
        return False
    try:
        parser = DocumentParser(chunk, pure=pure)
        if parser.is_ordinary():  # then only a number can be wrong
            return not may_hold_infinity(text)
        return not (may_be_deep(text) or is_suspect(text)) and parser.check()
    except UnreadableDocumentError:
        return False


def _check(root: Node, text: str) -> None:
    """Raise `UnreadableDocumentError` for what the parser accepts and Kubernetes does not."""
    has_slash, suspect = may_escape_slash(text), _may_be_refused(root, text)
    if has_slash or suspect:
        from clblint.source.decode import check_escapes, check_values  # noqa: PLC0415 - few documents are doubtful

        if has_slash:
            check_escapes(root)
        if suspect:
            check_values(root)


def _may_be_refused(root: Node, text: str) -> bool:
    """Whether Kubernetes may refuse a value; where all keys are ordinary, only a number can be wrong."""
    return may_hold_infinity(text) if root.origin.ordinary else is_suspect(text)


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
