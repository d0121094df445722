"""Turns what is built into syntax trees: nodes like those of a file, each placed where its value was written."""

from __future__ import annotations

from operator import is_

from clblint.kube.kustomize.build.cell import MAP, SCALAR
from clblint.kube.kustomize.build.scalars import STR, text_of
from clblint.source.mapping import Mapping
from clblint.source.node import Collection, Scalar, Sequence

TYPE_CHECKING = False
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
    origin, node = cell.origin, cell.node
    if origin is not None and origin.settling is not None:
        origin = origin.settling  # the nodes are those from before
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
    part = cell.part
    children = _entries(cell.shape, written) if part is None else _entries_of_part(cell, part, written)
    if isinstance(cell.node, Mapping) and _is_unchanged(cell, written, children):
        return written
    made = Mapping.built(written, cell.before)
    made.children = children
    rest = iter(children)
    made.seen = {name: (key, next(rest)) for name, key in zip(cell.shape.seen_fields, rest, strict=False)}
    return made


def _entries(cell: Cell, written: Node) -> list[Node]:
    """The nodes of the keys and values of a mapping."""
    children: list[Node] = []
    for name, below in cell.seen_fields.items():
        children += _entry(name, below, written)
    return children


def _entries_of_part(cell: Cell, part: Cell, written: Node) -> list[Node]:
    """The same of a copy with some fields of its own; those of what several objects are copies of are made once."""
    own = cell.own_fields
    known = part.facts.entries if written is part.node else {}
    children: list[Node] = []
    for name, below in cell.seen_fields.items():
        if name in own:
            children += _entry(name, below, written)
            continue
        entry = known.get(name)
        if entry is None:
            entry = known[name] = _entry(name, below.twin(), written)
        children += entry
    return children


def _entry(name: str, below: Cell, written: Node) -> tuple[Node, Node]:
    """The nodes of a key and its value."""
    key = below.key
    if not below.before and type(key) is Scalar and key.text == name and key.tag is None and key.origin.source.path:
        return key, _scalar(below, key) if below.kind == SCALAR else node_of(below, key)
    above = _written(key or below.node, written)
    return Scalar.built(name, above, below.before, is_text=True), node_of(below, above)


def _is_unchanged(cell: Cell, written: Node, children: list[Node]) -> bool:
    """Whether a collection is that of its file, with the same children and without aliases and the like."""
    if cell.before or written is not cell.node or not written.origin.ordinary or not isinstance(written, Collection):
        return False
    own = written.children
    return len(own) == len(children) and all(map(is_, own, children))


def _written(node: Node | None, above: Node) -> Node:
    """The node if it is in a file: a text that kustomize made up was read, too."""
    return node if node is not None and node.origin.source.path else above
