"""`read_build`: what a kustomization builds as a `Manifest` of objects, like that of a file."""

from __future__ import annotations

import os

from clblint.files.digest import digest_of
from clblint.kube.addresses import addresses_in
from clblint.kube.kustomize.build.cell import LIST, SCALAR
from clblint.kube.kustomize.build.nodes import node_of
from clblint.kube.kustomize.build.scalars import STR
from clblint.kube.kustomize.role import NO_ROLE
from clblint.kube.made import Made
from clblint.kube.manifest import Manifest, as_object, may_matter
from clblint.source.node import BuiltOrigin, Node
from clblint.source.objects import objects_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.kustomize.build.build import Build, BuiltObject
    from clblint.kube.kustomize.build.cell import Cell
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.kube.objects import KubeObject
    from clblint.source.place import Place
    from clblint.source.text import Source


_QUOTED = ("plain", "quoted")  # of a value whose type is told by its text


def read_build(
    build: Build,
    source: Source,
    role: KustomizeRole = NO_ROLE,
    *,
    prefilter: bool = True,
    before: Manifest | None = None,
) -> Manifest:
    """The objects of a build; `source` is the kustomization file of its root.

    The nodes of the objects are placed in the files that their values come from; `path` of an object is that of the
    root, to which it belongs. `prefilter` leaves out what no rule can be about. Objects that are as `before`, when
    other texts of some files were built, are those of then, with the places of then.
    """
    manifest = Manifest(source, role)
    manifest.count = len(build.objects)
    manifest.brings = any(build.unbuildables)
    parts: list[str] = []
    manifest.mentions = {}
    known = before.made if before is not None else []
    for at, built in enumerate(build.objects):
        text, types = _text_of(built.root)
        parts.append(text)
        for address in addresses_in(text):
            manifest.mentions.setdefault(address, []).extend(_places_of(address, built.root))
        says = digest_of(f"{text}\0{types}".encode(errors="replace"))
        if at < len(known) and known[at].says == says and known[at].first == len(manifest.objects):
            manifest.objects += known[at].objects
            manifest.made.append(known[at])
            continue
        first = len(manifest.objects)
        if not prefilter or may_matter(text) or _sets_a_controller(text):
            _add(built, text, manifest)
        manifest.made.append(Made(says, first, tuple(manifest.objects[first:])))
    manifest.text = "---\n".join(parts)
    return manifest


def _sets_a_controller(text: str) -> bool:
    """Whether an object may be the ConfigMap of an ingress-nginx controller; of a file such a one is read on demand."""
    return "nginx" in text and "kind: ConfigMap" in text


def _add(built: BuiltObject, text: str, manifest: Manifest) -> None:
    written = built.root.node or next((cell.node for _, cell in built.root.leaves() if cell.node), None)
    for node in objects_in(node_of(built.root, written)) if written is not None else ():
        made = as_object(node)
        if made is not None:
            made.told = text
            manifest.objects.append(belonging(made, manifest))


def belonging(thing: KubeObject, manifest: Manifest) -> KubeObject:
    """An object as the next one of a manifest, which is that of a root."""
    thing.path = manifest.source.path
    thing.built_by = os.path.dirname(thing.path) or "."
    thing.index = len(manifest.objects)
    name = thing.name.node
    if isinstance(name, Node) and isinstance(name.origin, BuiltOrigin):
        name.origin.before = ()  # what it begins and ends with explains no finding
    return thing


def _text_of(cell: Cell) -> tuple[str, str]:
    """A text with all keys and values, good enough to search for words, and the types of the values.

    Values are not quoted in the text. Both are the same for no other object.
    """
    parts: list[str] = []
    types: list[str] = []
    _add_text(cell, "\n", parts, types)
    return "".join(parts), ",".join(types)


def _add_text(cell: Cell, indent: str, parts: list[str], types: list[str]) -> None:
    """Add the text of a value and, with the number of the part that it is, what the text does not tell of a type."""
    origin = cell.origin or cell.settling
    if origin is not None:
        _add_known(origin, indent, parts, types, how="s" if cell.settling is not None else "")
        return
    deeper = f"{indent}  "
    is_part = cell.part is not None
    fields = cell.seen_fields
    if cell.kind == LIST or not fields:
        types.append(f"{len(parts)}{cell.kind}")
    for name, below in fields.items():
        if below.kind != SCALAR:
            parts.append(f"{indent}{name}: ")
            if is_part and name not in cell.own_fields:
                _add_known(below, deeper, parts, types, how="")
            else:
                _add_text(below, deeper, parts, types)
            continue
        if below.tag != STR:
            types.append(f"{len(parts)}{below.tag or _QUOTED[below.quoted]}")
        parts.append(f"{indent}{name}: {below.text}")
    for item in cell.items if cell.kind == LIST else ():
        if item.kind != SCALAR:
            parts.append(f"{indent}- ")
            _add_text(item, deeper, parts, types)
            continue
        if item.tag != STR:
            types.append(f"{len(parts)}{item.tag or _QUOTED[item.quoted]}")
        parts.append(f"{indent}- {item.text}")


def _add_known(origin: Cell, indent: str, parts: list[str], types: list[str], how: str) -> None:
    """Add the original of several copies, whose text is made once; `how` it is copied."""
    facts = origin.facts
    if facts.text[0] != indent:
        own: list[str] = []
        own_types: list[str] = []
        _add_text(origin, indent, own, own_types)
        facts.text = indent, "".join(own), ",".join(own_types)
    _, text, its_types = facts.text
    if its_types:
        types.append(f"{len(parts)}{how}({its_types})")
    parts.append(text)


def _places_of(address: str, root: Cell) -> Iterator[Place]:
    for _, cell in root.leaves():
        if cell.node is not None and address in addresses_in(cell.text):
            yield cell.node.place
