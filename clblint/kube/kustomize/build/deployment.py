"""`Deployment`: how Flux or Argo CD builds a kustomization for one of their objects.

Flux writes fields of its `Kustomization` into the kustomization before it builds, and changes what is built
(fluxcd/pkg, kustomize/kustomize_generator.go:WriteFile, varsub.go:SubstituteVariables). Argo CD does the same with
`source.kustomize` of an `Application` (argo-cd, util/kustomize/kustomize.go:Build).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.cell import LIST, MAP, Cell, scalar
from clblint.kube.kustomize.build.fields import set_pairs
from clblint.kube.kustomize.build.fieldspec import FieldSpec
from clblint.kube.kustomize.build.form import ANY, PAIRS, TEXTS, Form, Type, checked
from clblint.kube.kustomize.build.kustomization import IMAGE, PATCH, REPLICA
from clblint.kube.kustomize.build.parse import configurations
from clblint.kube.kustomize.build.refusal import Hole, RefusedError, UnknownError
from clblint.kube.kustomize.build.scalars import BOOL, STR
from clblint.kube.kustomize.build.substitution import substitute
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.kustomize.build.files import Files, Folder
    from clblint.kube.kustomize.build.resource import Resource
    from clblint.source.text import Source

_FLUX, _ARGO = "kustomize.toolkit.fluxcd.io/", "argoproj.io/"
_FLUX_FIELDS: Type = {
    "targetNamespace": STR,
    "namePrefix": STR,
    "nameSuffix": STR,
    "patches": [PATCH],
    "patchesStrategicMerge": [ANY],
    "patchesJson6902": [{"patch": ANY, "target": PATCH["target"]}],
    "components": TEXTS,
    "ignoreMissingComponents": BOOL,
    "images": [IMAGE],
    "commonMetadata": {"labels": PAIRS, "annotations": PAIRS},
    "postBuild": {"substitute": PAIRS, "substituteFrom": [ANY], "substituteStrategy": STR},
}
_ARGO_FIELDS: Type = {
    "namespace": STR,
    "namePrefix": STR,
    "nameSuffix": STR,
    "patches": [PATCH],
    "components": TEXTS,
    "ignoreMissingComponents": BOOL,
    "images": TEXTS,
    "replicas": [ANY],
    "commonLabels": PAIRS,
    "labelWithoutSelector": BOOL,
    "labelIncludeTemplates": BOOL,
    "commonAnnotations": PAIRS,
    "commonAnnotationsEnvsubst": BOOL,
}
_REPLICA: Type = REPLICA
_BY_NAME = frozenset({"images", "replicas"})  # an entry takes the place of one with the same name
_ON_OBJECTS = {name: (FieldSpec(f"metadata/{name}", create=True),) for name in ("labels", "annotations")}


class Deployed(NamedTuple):
    """A Flux `Kustomization`, or a source of an Argo CD `Application`: its name, its path, and its other fields.

    `generated_from` are the patterns of folders for which an ApplicationSet makes an Application. `source` is the
    address of the repository, or the kind, namespace and name of the object that has it; empty if there is none.
    """

    name: str
    path: str
    fields: Cell
    by_flux: bool
    generated_from: tuple[str, ...] = ()
    source: str = ""

    @property
    def changes(self) -> bool:
        """Whether something else is built than without it."""
        kind = _FLUX_FIELDS if self.by_flux else _ARGO_FIELDS
        return isinstance(kind, dict) and any(name in kind and not cell.is_empty for name, cell in self._written)

    @property
    def components(self) -> list[str]:
        """The components that it adds."""
        found = self.fields.get("components")
        return [_text(one) for one in found.items] if found is not None else []

    @property
    def renames(self) -> dict[str, str]:
        """The fields by which objects get other names, as a kustomization has them."""
        found = {name: _text(self.fields.get(name)) for name in ("namespace", "namePrefix", "nameSuffix")}
        if self.by_flux:
            found["namespace"] = _text(self.fields.get("targetNamespace"))
        return {name: text for name, text in found.items() if text}

    @property
    def _written(self) -> Iterable[tuple[str, Cell]]:
        return self.fields.fields.items() if self.fields.kind == MAP else ()


def deployed_in(source: Source) -> list[Deployed]:
    """What Flux and Argo CD are told to build, in the order of a file; nothing if it is no YAML."""
    try:
        documents = configurations(source)
    except (RefusedError, UnknownError, RecursionError):
        return []
    return [found for document in documents for thing in _objects(document) for found in _deployed(thing)]


def _objects(document: Cell) -> list[Cell]:
    items = document.get("items")
    found = items.items if items is not None and _kind(document).endswith("List") else [document]
    return [one for one in found if one.kind == MAP]


def _kind(thing: Cell) -> str:
    kind = thing.get("kind")
    return kind.text if kind is not None else ""


def _deployed(thing: Cell) -> Iterator[Deployed]:
    version, kind, name = thing.text_at("apiVersion"), _kind(thing), _text(thing.get("metadata", "name"))
    spec = thing.get("spec")
    if version.startswith(_FLUX) and kind == "Kustomization" and spec is not None and spec.kind == MAP:
        yield Deployed(name, _text(spec.get("path")) or ".", spec, by_flux=True, source=_source_of(thing, spec))
    elif version.startswith(_ARGO) and kind == "Application":
        yield from _sources(name, spec)
    elif version.startswith(_ARGO) and kind == "ApplicationSet":
        yield from _sources(name, thing.get("spec", "template", "spec"), tuple(_directories(spec)))


def _source_of(thing: Cell, spec: Cell) -> str:
    """The source of Flux that an object names, as `sources_in` names it."""
    own = _text(thing.get("metadata", "namespace"))
    kind, name, space = (_text(spec.get("sourceRef", field)) for field in ("kind", "name", "namespace"))
    return f"{kind} {space or own}/{name}" if kind else ""


def sources_in(source: Source) -> dict[str, str]:
    """The addresses of the sources of Flux in a file."""
    try:
        things = [thing for document in configurations(source) for thing in _objects(document)]
    except (RefusedError, UnknownError, RecursionError):
        return {}
    found = (thing for thing in things if thing.text_at("apiVersion").startswith("source.toolkit.fluxcd.io/"))
    return {
        f"{_kind(one)} {_text(one.get('metadata', 'namespace'))}/{_text(one.get('metadata', 'name'))}": _text(
            one.get("spec", "url")
        )
        for one in found
    }


def _directories(spec: Cell | None) -> Iterator[str]:
    """Yield the patterns of the folders that a generator goes through, also one in a matrix."""
    found = spec.get("generators") if spec is not None else None
    for one in found.items if found is not None else ():
        git = one.get("git", "directories")
        yield from (_text(item.get("path")) for item in (git.items if git is not None else ()))
        for name in ("matrix", "merge"):
            yield from _directories(one.get(name))


def _sources(name: str, spec: Cell | None, generated_from: tuple[str, ...] = ()) -> Iterator[Deployed]:
    """Yield the sources of an Application that have a path; `sources` replaces `source`."""
    several = spec.get("sources") if spec is not None else None
    one = spec.get("source") if spec is not None else None
    found = several.items if several is not None and several.items else [one] if one is not None else []
    for source in found:
        path = _text(source.get("path"))
        if path:
            fields = source.get("kustomize") or Cell(MAP)
            address = _text(source.get("repoURL"))
            yield Deployed(name, path, fields, by_flux=False, generated_from=generated_from, source=address)


def _text(cell: Cell | None) -> str:
    return cell.text if cell is not None and cell.kind == "scalar" and not cell.is_null else ""


class Deployment:
    """One of the objects in a file, by the absolute path and its number there.

    `resources` are what Flux finds in a folder without a kustomization.
    """

    def __init__(self, file: str, number: int, resources: Iterable[str] = ()) -> None:
        self._file = file
        self._number = number
        self._resources = tuple(resources)
        self._fields = Form(None)
        self._by_flux = False

    def is_to_blame(self, error: RefusedError, files: Files) -> bool:
        """Whether this object makes a build impossible; it may be meant for a folder of the same name elsewhere."""
        place = error.place
        return bool(self._resources) or (place is not None and place.path == files.name(self._file))

    def form(self, folder: Folder) -> Form:
        """The kustomization in a folder with the fields of this object."""
        base = _generated(self._resources) if self._resources else folder.form()
        self._read(folder.files)
        folder.is_free = self._by_flux or bool(self._resources)  # only Flux finds resources by itself
        made = Form(Cell(MAP, base.cell.node))
        made.cell.fields = dict(base.cell.fields)
        for name, cell in self._added(folder).items():
            made.cell.fields[name] = _joined(name, base, cell)
        if not self._by_flux:
            self._add_labels(made)
        return made

    def finish(self, items: list[Resource]) -> None:
        """Make the changes to what is built: no variable is replaced in what all objects get."""
        after = self._fields.form("postBuild")
        values, others = after.pairs("substitute"), bool(after.cells("substituteFrom"))
        if values or others or after.text("substituteStrategy") == "Always":
            substitute(items, values, others=others)
        common = self._fields.form("commonMetadata")
        for name, specs in _ON_OBJECTS.items():
            set_pairs(items, common.pairs(name), specs)

    def _read(self, files: Files) -> None:
        source = files.source(self._file) if files.is_of_a_root(self._file) else None
        found = files.read_once(source, deployed_in) if source is not None else []
        if not 0 <= self._number < len(found):
            place = Place(source.path, Span(1, 1, 1, 1)) if source is not None else None
            raise UnknownError(Hole("deployment", files.name(self._file), place, changes=True))
        one = found[self._number]
        self._by_flux = one.by_flux
        self._fields = checked(one.fields, _FLUX_FIELDS if one.by_flux else _ARGO_FIELDS, strict=False)

    def _added(self, folder: Folder) -> dict[str, Cell]:
        """The fields that are written into the kustomization."""
        fields = self._fields
        names = ("namePrefix", "nameSuffix", "namespace", "patches", "commonAnnotations")
        added = {name: cell for name in names if (cell := fields.get(name)) is not None}
        if self._by_flux:
            added.pop("namespace", None)
            added.pop("commonAnnotations", None)
            added |= _of_flux(fields)
        elif fields.has("replicas"):
            added["replicas"] = _list(map(_replica, fields.cells("replicas")))
        components = fields.cells("components")
        if fields.flag("ignoreMissingComponents"):
            components = [cell for cell in components if folder.is_folder(cell.text)]
        return {**added, "components": _list(components)} if components else added

    def _add_labels(self, made: Form) -> None:
        """Add the labels of Argo CD, as `kustomize edit add label` does."""
        pairs = self._fields.get("commonLabels")
        if pairs is None:
            return
        if self._fields.flag("labelWithoutSelector"):
            label = Cell(MAP, pairs.node)
            label.fields = {"pairs": pairs}
            if self._fields.flag("labelIncludeTemplates"):
                label.fields["includeTemplates"] = scalar("true", BOOL, pairs.node)
            made.cell.fields["labels"] = _list([*made.cells("labels"), label])
        else:
            made.cell.fields["commonLabels"] = _with_pairs(made.get("commonLabels"), pairs)


def _generated(resources: Iterable[str]) -> Form:
    made = Cell(MAP)
    made.fields = {"resources": _list(scalar(name, STR) for name in resources)}
    return Form(made)


def _of_flux(fields: Form) -> dict[str, Cell]:
    """The fields that Flux names or writes in another way than kustomize."""
    added = {"images": _list(fields.cells("images"))} if fields.has("images") else {}
    namespace = fields.get("targetNamespace")
    if namespace is not None:
        added["namespace"] = namespace
    if fields.has("patchesStrategicMerge"):
        added["patchesStrategicMerge"] = _list(map(_as_json, fields.cells("patchesStrategicMerge")))
    if fields.has("patchesJson6902"):
        added["patchesJson6902"] = _list(map(_json_patch, fields.cells("patchesJson6902")))
    return added


def _json_patch(entry: Cell) -> Cell:
    made = Cell(MAP, entry.node)
    made.fields = {**entry.fields, "patch": _as_json(entry.fields.get("patch") or Cell(LIST))}
    return made


def _as_json(cell: Cell) -> Cell:
    """What is written as an object, as the text that kustomize gets."""
    return scalar(json.dumps(cell.value()), STR, cell.node)


def _replica(entry: Cell) -> Cell:
    """A number of replicas; Argo CD also takes it as a text."""
    made = Cell(MAP, entry.node)
    made.fields = dict(entry.fields)
    count = entry.get("count")
    if count is not None and count.text.isdecimal():
        made.fields["count"] = scalar(count.text, "!!int", count.node)
    return checked(made, _REPLICA, strict=False).cell


def _joined(name: str, base: Form, cell: Cell) -> Cell:
    """A field of the kustomization with what is added to it."""
    if cell.kind == MAP:
        return _with_pairs(base.get(name), cell)
    if cell.kind != LIST:
        return cell
    taken = {_text(item.get("name")) for item in cell.items} if name in _BY_NAME else set()
    kept = [item for item in base.cells(name) if not taken or _text(item.get("name")) not in taken]
    return _list([*kept, *cell.items])


def _with_pairs(old: Cell | None, pairs: Cell) -> Cell:
    made = Cell(MAP, pairs.node)
    made.fields = {**(old.fields if old is not None else {}), **pairs.fields}
    return made


def _list(items: Iterable[Cell]) -> Cell:
    made = Cell(LIST)
    made.items = list(items)
    return made
