"""`Deployment`: how Flux or Argo CD builds a kustomization for one of their objects.

Flux writes fields of its `Kustomization` into the kustomization before it builds, and changes what is built
(fluxcd/pkg, kustomize/kustomize_generator.go:WriteFile, varsub.go:SubstituteVariables). Argo CD does the same with
`source.kustomize` of an `Application` (argo-cd, util/kustomize/kustomize.go:Build).
"""

from __future__ import annotations

import json

from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.deployed import deployed_in
from clblint.kube.kustomize.build.fields import set_pairs
from clblint.kube.kustomize.build.fieldspec import FieldSpec
from clblint.kube.kustomize.build.form import Form, Type, checked
from clblint.kube.kustomize.build.kustomization import REPLICA
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable, UnknownError
from clblint.kube.kustomize.build.scalars import BOOL, STR
from clblint.kube.kustomize.build.settings import config_maps_in, plain_text
from clblint.kube.kustomize.build.substitution import substitute
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.kube.kustomize.build.deployed import Deployed
    from clblint.kube.kustomize.build.files import Files, Folder
    from clblint.kube.kustomize.build.resource import Resource

_REPLICA: Type = REPLICA
_BY_NAME = frozenset({"images", "replicas"})  # an entry takes the place of one with the same name
_ON_OBJECTS = {name: (FieldSpec(f"metadata/{name}", create=True),) for name in ("labels", "annotations")}


class BuildRequest(NamedTuple):
    """Which folder is built, and for which object of Flux or Argo CD. All paths are absolute.

    Attributes:
        folder: the folder of the kustomization to build.
        file: the file of the object; empty if the folder is built for no object.
        number: the position of the object among those of `file` or, if there is a `maker`, among those that it builds.
        found: the resources that Flux finds in a folder without a kustomization.
        parts: all files that the object comes from.
        maker: the request whose build holds the object; None if a file holds it.
        settings: the ConfigMaps that it takes variables from: name, file, and position among the ConfigMaps there.
    """

    folder: str
    file: str = ""
    number: int = -1
    found: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    maker: BuildRequest | None = None
    settings: tuple[tuple[str, str, int], ...] = ()

    @property
    def deployment(self) -> Deployment | None:
        """The object that the folder is built for."""
        return Deployment(self) if self.file else None


class Deployment:
    """An object of Flux or Argo CD that a folder is built for."""

    def __init__(self, request: BuildRequest) -> None:
        self.request = request
        self._resources = request.found
        self._fields = Form(None)
        self._by_flux = False
        self._destination: Cell | None = None
        self._settings: dict[str, Mapping[str, Cell] | None] = {}

    def is_to_blame(self, error: RefusedError, files: Files) -> bool:
        """Whether this object makes a build impossible; it may be meant for a folder of the same name elsewhere."""
        place = error.place
        parts = map(files.name, (self.request.file, *self.request.parts))
        return bool(self._resources) or (place is not None and place.path in parts)

    def read(self, files: Files, made: Sequence[Deployed] | None = None) -> None:
        """Find the object: among those that its maker has `made`, or in its file.

        Raises `UnknownError` if it is not there.
        """
        parts = [path for path in (self.request.file, *self.request.parts) if files.is_of_a_root(path)]
        sources = [source for path in parts if (source := files.source(path)) is not None]
        if made is None:
            made = files.read_once(sources[0], deployed_in) if sources else []
        if not 0 <= self.request.number < len(made):
            place = Place(sources[0].path, Span(1, 1, 1, 1)) if sources else None
            raise UnknownError(Unbuildable("deployment", files.name(self.request.file), place, changes=True))
        one = made[self.request.number]
        self._by_flux = one.by_flux
        self._fields = one.form()
        self._destination = one.destination
        self._settings = {**self._read_settings(files), **one.beside}

    def _read_settings(self, files: Files) -> dict[str, Mapping[str, Cell] | None]:
        found = {}
        for name, path, number in self.request.settings:
            source = files.source(path) if files.is_of_a_root(path) else None
            maps = files.read_once(source, config_maps_in) if source is not None else []
            found[name] = maps[number].data if 0 <= number < len(maps) and maps[number].name == name else None
        return found

    def form(self, folder: Folder) -> Form:
        """The kustomization in a folder with the fields of this object."""
        base = _generated(self._resources) if self._resources else folder.form()
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
        if self._destination is not None:
            _place(items, self._destination)
        after = self._fields.form("postBuild")
        values, others = self._variables(after)
        if values or others or after.text("substituteStrategy") == "Always":
            substitute(items, values, others=others)
        common = self._fields.form("commonMetadata")
        for name, specs in _ON_OBJECTS.items():
            set_pairs(items, common.pairs(name), specs)

    def _variables(self, after: Form) -> tuple[dict[str, Cell], bool]:
        """The variables by name, and whether there may be others: what is not known may be anything."""
        values: dict[str, Cell] = {}
        others = False
        for reference in after.forms("substituteFrom"):
            known = self._settings.get(reference.text("name")) if reference.text("kind") == "ConfigMap" else None
            if known is None:
                values, others = {}, True
            else:
                values |= {name: cell for name, cell in known.items() if cell.kind == SCALAR}
        return values | after.pairs("substitute"), others

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


def _place(items: Iterable[Resource], namespace: Cell) -> None:
    """Set the namespace of what needs one and has none."""
    for one in items:
        metadata = one.root.get("metadata")
        if metadata is not None and not (one.namespace or one.current.is_cluster_scoped):
            metadata.put("namespace", namespace.twin())


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
    taken = {plain_text(item.get("name")) for item in cell.items} if name in _BY_NAME else set()
    kept = [item for item in base.cells(name) if not taken or plain_text(item.get("name")) not in taken]
    return _list([*kept, *cell.items])


def _with_pairs(old: Cell | None, pairs: Cell) -> Cell:
    made = Cell(MAP, pairs.node)
    made.fields = {**(old.fields if old is not None else {}), **pairs.fields}
    return made


def _list(items: Iterable[Cell]) -> Cell:
    made = Cell(LIST)
    made.items = list(items)
    return made
