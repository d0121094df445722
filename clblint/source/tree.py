"""Builds the tree of a document from the parser's events.

This is the hot path: one loop, and nothing is computed that can be computed on access.
"""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.source.fault import UnreadableDocumentError
from clblint.source.mapping import Mapping
from clblint.source.node import Alias, Scalar, Sequence
from clblint.source.parser_events import DocumentEnd, StreamEnd
from clblint.source.repeats import are_ordinary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from clblint.source.node import Node, TextOrigin

# Far deeper than any manifest, and low enough for the scanner, which is quadratic in the depth.
MAX_DEPTH = 1000


def build(origin: TextOrigin, next_event: Callable[[], Any]) -> tuple[Node | None, DocumentEnd]:  # noqa: C901 - one loop
    """The root of the first document, None if it is empty, and the event that ended it.

    Raises `UnreadableDocumentError` for an unknown anchor and beyond `MAX_DEPTH`.
    """
    anchors: dict[str, Node] = {}
    mappings: list[Mapping] = []
    roots: list[Node] = []
    append = roots.append
    stack: list[tuple[Callable[[Node], None], Any]] = []
    special = False
    while True:
        node = next_event()
        kind = type(node)
        if kind is Scalar:
            node.origin = origin
            append(node)
            notation = node._notation  # noqa: SLF001 - a node being built
            if notation.anchor is not None or notation.tag is not None:
                special = True
                anchors[node.anchor] = node
        elif kind is Mapping or kind is Sequence:
            node.origin = origin
            append(node)
            if kind is Mapping:
                mappings.append(node)
            if node.anchor is not None:
                anchors[node.anchor] = node
            stack.append((append, node))
            if len(stack) > MAX_DEPTH:
                raise too_deep(node)
            append = node.children.append
        elif kind is int:  # the end of a collection
            append, collection = stack.pop()
            if collection.is_flow:
                collection._size = node - collection._start  # noqa: SLF001 - the same
        elif kind is Alias:
            node.origin = origin
            node.target = _target(node, anchors)
            append(node)
            special = True
        elif kind is DocumentEnd or kind is StreamEnd:
            break
    origin.ordinary = not special and are_ordinary(mappings)
    return (roots[0] if roots else None), node


def _target(alias: Alias, anchors: dict[str, Node]) -> Node:
    target = anchors.get(alias.anchor or "")
    if target is None:
        message = phrase("no anchor &{anchor} stands before this alias", anchor=alias.anchor)
        reason = f"unknown anchor '{alias.anchor}' referenced"
        end = alias.start + len(alias.anchor or "") + 1
        raise UnreadableDocumentError(message, kind="unknown-anchor", start=alias.start, end=end, reason=reason)
    return target


def too_deep(node: Node) -> UnreadableDocumentError:
    """The error for a document that is nested more than `MAX_DEPTH` levels deep."""
    message = phrase("nested more than {depth} deep", depth=MAX_DEPTH)
    return UnreadableDocumentError(message, kind="too-deep", start=node.start, end=node.start + 1)
