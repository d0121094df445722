"""Reads the objects of a YAML file as plain values, with the types that Kubernetes sees."""

from __future__ import annotations

from clblint.diagnose.reading.json_values import JsonItem
from clblint.source.document import read_documents
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence, resolve
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.diagnose.shape import Plain
    from clblint.source.node import Node

_DEEPEST = 200
_MOST = 20_000_000  # values of a document: nested aliases make more out of a few bytes


class UnreadableYamlError(Exception):
    """A document cannot be parsed; `line` is the line of the fault."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def yaml_items(path: str, text: str) -> Iterator[JsonItem]:
    """Yield the objects of all documents, the items of lists one by one; `UnreadableYamlError` at a flaw."""
    for document in read_documents(Source(path, text.encode("utf-8", "replace")), json_first=False):
        if document.fault is not None:
            raise UnreadableYamlError(document.fault.span.line)
        root = resolve(document.root) if document.root is not None else None
        if isinstance(root, Mapping):
            yield from _of(root)


def plain_of(node: Node) -> Any:  # noqa: ANN401 - any JSON value
    """A node as a plain value."""
    return _plain(node, [_MOST], 0)


def _of(root: Mapping) -> Iterator[JsonItem]:
    count = [_MOST]
    held = root.get("items")
    listed = resolve(held) if held is not None else None
    if not isinstance(listed, Sequence):
        yield JsonItem(_plain(root, count, 0), None, root.span.line)
        return
    head: Plain = {key: _plain(value, count, 0) for key, _, value in root.items() if key != "items"}
    for item in listed.values():
        yield JsonItem(_plain(item, count, 0), head, item.span.line)


def _plain(node: Node, count: list[int], depth: int) -> Any:  # noqa: ANN401 - any JSON value
    node = resolve(node)
    count[0] -= 1
    if depth > _DEEPEST or count[0] < 0:
        return None
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key: _plain(value, count, depth + 1) for key, _, value in node.items()}
    return [_plain(item, count, depth + 1) for item in node.values()] if isinstance(node, Sequence) else None
