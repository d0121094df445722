"""`read_build`: what a kustomization builds as a `Manifest` of objects, like that of a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.kube.addresses import addresses_in
from clblint.kube.kustomize.build.cell import SCALAR
from clblint.kube.kustomize.build.nodes import node_of
from clblint.kube.kustomize.roots import NO_ROLE
from clblint.kube.manifest import Manifest, as_object, may_matter
from clblint.source.node import BuiltOrigin, Node
from clblint.source.objects import objects_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.kustomize.build.build import Build, BuiltObject
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.roots import KustomizeRole
    from clblint.kube.objects import KubeObject
    from clblint.source.place import Place
    from clblint.source.text import Source


def read_build(build: Build, source: Source, role: KustomizeRole = NO_ROLE, *, prefilter: bool = True) -> Manifest:
    """The objects of a build; `source` is the kustomization file of its root.

    The nodes of the objects are placed in the files that their values come from; `path` of an object is that of the
    root, to which it belongs. `prefilter` leaves out what no rule can be about.
    """
    manifest = Manifest(source, role)
    manifest.count = len(build.objects)
    manifest.brings = any(build.holes)
    parts: list[str] = []
    manifest.mentions = {}
    for built in build.objects:
        text = _text_of(built.root)
        parts.append(text)
        for address in addresses_in(text):
            manifest.mentions.setdefault(address, []).extend(_places_of(address, built.root))
        if not prefilter or may_matter(text):
            _add(built, manifest)
    manifest.text = "---\n".join(parts)
    return manifest


def _add(built: BuiltObject, manifest: Manifest) -> None:
    written = built.root.node or next((cell.node for _, cell in built.root.leaves() if cell.node), None)
    for node in objects_in(node_of(built.root, written)) if written is not None else ():
        made = as_object(node)
        if made is not None:
            manifest.objects.append(_belonging(made, manifest))


def _belonging(thing: KubeObject, manifest: Manifest) -> KubeObject:
    thing.path = manifest.source.path
    thing.built_by = os.path.dirname(thing.path) or "."
    thing.index = len(manifest.objects)
    name = thing.name.node
    if isinstance(name, Node) and isinstance(name.origin, BuiltOrigin):
        name.origin.before = ()  # what it begins and ends with explains no finding
    return thing


def _text_of(cell: Cell) -> str:
    """A text with all keys and values, good enough to search for words; values are not quoted."""
    parts: list[str] = []
    _add_text(cell, "\n", parts)
    return "".join(parts)


def _add_text(cell: Cell, indent: str, parts: list[str]) -> None:
    origin = cell.pattern
    if origin is not None:
        parts.append(_known_text(origin, indent))
        return
    deeper = f"{indent}  "
    for name, below in cell.fields.items():
        parts += indent, name, ": "
        if below.kind == SCALAR:
            parts.append(below.text)
        else:
            _add_text(below, deeper, parts)
    for item in cell.items:
        parts += indent, "- "
        if item.kind == SCALAR:
            parts.append(item.text)
        else:
            _add_text(item, deeper, parts)


def _known_text(origin: Cell, indent: str) -> str:
    """The text of what several objects are copies of, which is made once."""
    facts = origin.facts
    if facts.text[0] != indent:
        parts: list[str] = []
        _add_text(origin, indent, parts)
        facts.text = indent, "".join(parts)
    return facts.text[1]


def _places_of(address: str, root: Cell) -> Iterator[Place]:
    for _, cell in root.leaves():
        if cell.node is not None and address in addresses_in(cell.text):
            yield cell.node.place
