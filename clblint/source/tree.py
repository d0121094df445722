"""From events to a tree. This is the hot path: nothing is looked at that is not needed to hang a value in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.source.events import kinds
from clblint.source.fault import Refusal
from clblint.source.node import Alias, Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.source.node import Node, Origin

# Far more than any manifest has, and few enough to keep the scanner, which is quadratic in this, fast.
MAX_DEPTH = 1000


def build(  # noqa: C901, PLR0912 - one loop, no calls
    origin: Origin, next_event: Callable[[], Any], mappings: list[Mapping]
) -> tuple[Node | None, Any]:
    """The root of the first document, None where there is none, and the event that ended it.

    Every mapping on the way is added to `mappings`.
    """
    scalar, mapping_start, mapping_end, sequence_start, sequence_end, alias, _, document_end, stream_end = kinds()
    anchors: dict[str, Node] = {}
    children: list[Any] = []
    roots = children
    stack: list[Any] = []
    node: Any
    while True:
        event = next_event()
        kind = type(event)
        if kind is scalar:
            if event.anchor is None:
                children.append(event)
            else:
                anchors[event.anchor] = node = Scalar(origin, event)
                children.append(node)
        elif kind is mapping_start or kind is sequence_start:
            inner: list[Any] = []
            if kind is mapping_start:
                node = Mapping(origin, event, inner)
                mappings.append(node)
            else:
                node = Sequence(origin, event, inner)
            if event.anchor is not None:
                anchors[event.anchor] = node
            children.append(node)
            stack.append((children, node))
            children = inner
            if len(stack) > MAX_DEPTH:
                raise too_deep(node)
        elif kind is mapping_end or kind is sequence_end:
            children, node = stack.pop()
            node._end_event = event  # noqa: SLF001 - a node being built
        elif kind is alias:
            children.append(_alias(origin, event, anchors))
        elif kind is document_end or kind is stream_end:
            break
    if not roots:
        return None, event
    root = roots[0]
    return (root if isinstance(root, (Scalar, Mapping, Sequence)) else Scalar(origin, root)), event


def _alias(origin: Origin, event: Any, anchors: dict[str, Node]) -> Alias:  # noqa: ANN401 - an event of either engine
    target = anchors.get(event.anchor)
    if target is None:
        start = event.start_mark.index + origin.offset
        message = f"no anchor &{event.anchor} stands before this alias"
        reason = f"unknown anchor '{event.anchor}' referenced"
        raise Refusal(message, kind="unknown-anchor", start=start, end=start + len(event.anchor) + 1, reason=reason)
    return Alias(origin, event, target)


def too_deep(node: Node) -> Refusal:
    """The refusal of what is nested beyond any use."""
    return Refusal(f"nested more than {MAX_DEPTH} deep", kind="too-deep", start=node.start, end=node.start + 1)
