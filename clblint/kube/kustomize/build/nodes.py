"""Turns what is built into syntax trees: nodes like those of a file, each placed where its value was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.kube.kustomize.build.cell import LIST, MAP
from clblint.kube.kustomize.build.scalars import text_of
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence

if TYPE_CHECKING:
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.source.node import Node


def node_of(cell: Cell, above: Node) -> Node:
    """The tree of a cell; what kustomize made up is placed at the nearest text `above` it.

    The origin of each node (`BuiltOrigin`) has the node of the file, and the others that took part. The keys of a
    mapping are in the order in which they were written, and none is there twice.
    """
    written = _written(cell.node, above)
    if cell.kind == MAP:
        return _mapping(cell, written)
    if cell.kind == LIST:
        made = Sequence.built(written, cell.before)
        made.children = [node_of(item, written) for item in cell.items]
        return made
    value = cell.value()
    text = value if isinstance(value, str) else text_of(value)
    return Scalar.built(text, written, cell.before, is_text=isinstance(value, str))


def _mapping(cell: Cell, written: Node) -> Mapping:
    made = Mapping.built(written, cell.before)
    made.seen = seen = {}
    for name, below in cell.fields.items():
        at = _written(below.key or below.node, written)
        key, value = Scalar.built(name, at, below.before, is_text=True), node_of(below, at)
        made.children += key, value
        seen[name] = key, value
    return made


def _written(node: Node | None, above: Node) -> Node:
    """The node if it is in a file: a text that kustomize made up was read, too."""
    return node if node is not None and node.source.path else above
