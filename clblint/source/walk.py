"""Traverses a tree of nodes: `to_json` converts it to a JSON value, `walk` yields its nodes in order."""

from __future__ import annotations

from clblint.source.mapping import Mapping
from clblint.source.node import Collection, Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.source.node import Node


def to_json(node: Node) -> Any:  # noqa: ANN401 - any JSON value
    """The JSON value that Kubernetes gets, as Python objects."""
    holder: list[Any] = [None]
    stack: list[tuple[Node, Any, Any]] = [(node, holder, 0)]
    while stack:
        node, target, key = stack.pop()
        node = resolve(node)
        if isinstance(node, Scalar):
            target[key] = node.value
        elif isinstance(node, Mapping):
            made: dict[str, Any] = {}
            target[key] = made
            for name, _, value in node.items():
                made[name] = None  # reserves the position of the key
                stack.append((value, made, name))
        elif isinstance(node, Sequence):
            target[key] = filled = [None] * len(node.items)
            stack.extend((item, filled, index) for index, item in enumerate(node.items))
    return holder[0]


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all nodes below it in the order of the file; targets of aliases are not visited."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, Collection):
            stack.extend(reversed(node.children))
