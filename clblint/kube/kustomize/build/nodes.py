"""Turns what is built into syntax trees: nodes like those of a file, each placed where its value was written."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from clblint.kube.kustomize.build.cell import MAP, SCALAR
from clblint.kube.kustomize.build.scalars import STR, text_of
from clblint.source.mapping import Mapping
from clblint.source.node import Collection, Scalar, Sequence

if TYPE_CHECKING:
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.source.node import Node


def node_of(cell: Cell, above: Node) -> Node:
    """The tree of a cell; what kustomize made up is placed at the nearest text `above` it.

    What nothing has changed is the node of its file. The origin of any other node (`BuiltOrigin`) has the node of the
    file, and the others that took part. The keys of a mapping are in the order in which they were written, and none is
    there twice. The tree of what several objects are copies of is made once.
    """
    if cell.kind == SCALAR:
        return _scalar(cell, above)
    origin, node = cell.origin or cell.settling, cell.node
    if origin is None or node is not origin.node or node is None or not node.origin.source.path or cell.before:
        written = _written(node, above)
        return _mapping(cell, written) if cell.kind == MAP else _sequence(cell, written)
    facts = origin.facts
    if facts.node is None:
        facts.node = _mapping(origin, node) if origin.kind == MAP else _sequence(origin, node)
    return facts.node


def _scalar(cell: Cell, above: Node) -> Node:
    text, node, before = cell.text, cell.node, cell.before
    if cell.tag == STR:
        if not before and type(node) is Scalar and node.value == text and node.origin.source.path:
            return node
        return Scalar.built(text, _written(node, above), before, is_text=True)
    value = cell.value()
    if not before and isinstance(node, Scalar) and _is_the_same(node.value, value) and node.source.path:
        return node
    text = value if isinstance(value, str) else text_of(value)
    return Scalar.built(text, _written(node, above), before, is_text=isinstance(value, str))


def _is_the_same(one: object, other: object) -> bool:
    return one == other and type(one) is type(other)


def _sequence(cell: Cell, written: Node) -> Node:
    items = [node_of(item, written) for item in cell.shape.items]
    if isinstance(cell.node, Sequence) and _is_unchanged(cell, written, items):
        return written
    made = Sequence.built(written, cell.before)
    made.children = items
    return made


def _mapping(cell: Cell, written: Node) -> Node:
    fields = cell.shape.fields
    children: list[Node] = []
    add = children.append
    for name, below in fields.items():
        key = below.key
        if not below.before and type(key) is Scalar and key.text == name and key.tag is None and key.origin.source.path:
            add(key)
        else:
            key = _written(key or below.node, written)
            add(Scalar.built(name, key, below.before, is_text=True))
        add(_scalar(below, key) if below.kind == SCALAR else node_of(below, key))
    if isinstance(cell.node, Mapping) and _is_unchanged(cell, written, children):
        return written
    made = Mapping.built(written, cell.before)
    made.children = children
    rest = iter(children)
    made.seen = {name: (key, next(rest)) for name, key in zip(fields, rest, strict=False)}
    return made


def _is_unchanged(cell: Cell, written: Node, children: list[Node]) -> bool:
    """Whether a collection is that of its file, with the same children and without aliases and the like."""
    if cell.before or written is not cell.node or not written.origin.ordinary or not isinstance(written, Collection):
        return False
    own = written.children
    return len(own) == len(children) and all(map(is_, own, children))


def _written(node: Node | None, above: Node) -> Node:
    """The node if it is in a file: a text that kustomize made up was read, too."""
    return node if node is not None and node.origin.source.path else above
