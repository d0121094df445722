"""A copy with some fields of its own is what a copy of everything would be, and what it is a copy of stays as it is."""

from __future__ import annotations

import random

import pytest

from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.nodes import node_of
from clblint.kube.kustomize.build.parse import manifests
from clblint.source.mapping import Mapping
from clblint.source.node import BuiltOrigin, Node, Scalar
from clblint.source.text import Source

TEXT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web, tier: front}, annotations: {a: "1"}}
spec:
  replicas: 3
  paused: false
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "nginx:1", ports: [{containerPort: 80}]}
      - {name: side, image: side, resources: {limits: {cpu: 1, memory: 1.50Gi}}}
"""
PATHS = (
    ("metadata", "name"),
    ("metadata", "labels", "app"),
    ("metadata", "labels", "new"),
    ("metadata", "annotations", "a"),
    ("spec", "replicas"),
    ("spec", "template", "metadata", "labels", "app"),
    ("spec", "template", "spec", "more"),
    ("added",),
)


def _document() -> Cell:
    return manifests(Source("a.yaml", TEXT.encode()).keep())[0]


def _spelled_out(cell: Cell) -> Cell:
    """The same with all that is below copied."""
    for below in (*cell.fields.values(), *cell.items):
        _spelled_out(below)
    return cell


def _change(root: Cell, state: str) -> Cell:
    """One change, as transformers and patches make them."""
    steps = random.Random(state)  # noqa: S311 - the same for the same state
    *above, last = steps.choice(PATHS)
    holder = root.get(*above)
    kind = steps.randrange(6)
    if kind == 0:
        return root.unshared()
    if holder is None or holder.kind != MAP:
        return root
    if kind == 1:
        holder.put(last, None)
    elif kind == 2:
        holder.set(last, scalar("set", "!!str"))
    elif kind == 3 and (found := holder.own(last)) is not None and found.kind == SCALAR:
        found.write("written", "!!str")
    elif kind == 4:
        for container in (root.get("spec", "template", "spec", "containers") or Cell(LIST)).items:
            container.put("image", scalar("other"))
    elif kind == 5:
        holder.put(last, scalar("7"))
    return root


def _tree(node: Node) -> object:
    """Values and places; the keys of what nobody has touched may be in another order."""
    written = node.origin.written if isinstance(node.origin, BuiltOrigin) else node
    if isinstance(node, Mapping):
        return written.start, sorted((name, key.start, _tree(value)) for name, key, value in node.items())
    return written.start, node.value if isinstance(node, Scalar) else list(map(_tree, getattr(node, "children", [])))


@pytest.mark.parametrize("seed", range(60))
def test_a_copy_in_part_is_a_copy(seed: int) -> None:
    document = _document()
    for one in range(3):  # the second and third find what is known of the document
        part, whole = document.twin(), _spelled_out(_document().twin())
        for step in range(6):
            state = f"{seed} {one} {step}"
            part, whole = _change(part, state), _spelled_out(_change(whole, state))
            if seed % 3 == 0:
                part = part.copy()
        part.check()
        assert part.node is not None
        assert repr(_tree(node_of(part, part.node))) == repr(_tree(node_of(whole, part.node)))
        assert part.value() == whole.value()
        assert {path: leaf.text for path, leaf in part.leaves()} == {path: leaf.text for path, leaf in whole.leaves()}
    assert document.value() == _document().value()
