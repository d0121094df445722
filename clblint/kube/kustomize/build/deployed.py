"""`Deployed`: how an object of Flux or Argo CD wants its kustomization built."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.cell import MAP, SCALAR, Cell
from clblint.kube.kustomize.build.form import ANY, PAIRS, TEXTS, Form, Type, checked
from clblint.kube.kustomize.build.kustomization import IMAGE, PATCH
from clblint.kube.kustomize.build.scalars import BOOL, STR
from clblint.kube.kustomize.build.settings import config_maps_among, plain_text, things_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from clblint.source.text import Source

FILLED_IN = re.compile(r"\{\{.{0,300}?\}\}|\$\{[^}]{0,300}\}")
_FLUX, _ARGO = "kustomize.toolkit.fluxcd.io/", "argoproj.io/"
_FLUX_FIELDS: dict[str, Type] = {
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
_ARGO_FIELDS: dict[str, Type] = {
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
_CHANGING = frozenset({"patches", "patchesStrategicMerge", "patchesJson6902", "components", "postBuild"})


class Deployed(NamedTuple):
    """A Flux `Kustomization`, or a source of an Argo CD `Application`: its name, its path, and its other fields.

    `generated_from` are the patterns of folders for which an ApplicationSet makes an Application. `source` is the
    address of the repository, or the kind, namespace and name of the object that has it; empty if there is none.
    `origin` is where the object stands: the reported path of the file and the offset there. `beside` are the data of
    the ConfigMaps that it takes variables from, as far as they come with it; None for an encrypted one. `destination`
    is the namespace of what has none (argo-cd, controller/state.go:NormalizeTargetObjects).
    """

    name: str
    path: str
    fields: Cell
    by_flux: bool
    generated_from: tuple[str, ...] = ()
    source: str = ""
    origin: tuple[str, int] = ("", 0)
    namespace: str = ""
    beside: Mapping[str, Mapping[str, Cell] | None] = {}
    destination: Cell | None = None

    @property
    def matters(self) -> bool:
        """Whether something else is applied than without it."""
        return self.changes or self.destination is not None

    @property
    def changes(self) -> bool:
        """Whether it has a field that changes what is built."""
        return self._has(_FLUX_FIELDS if self.by_flux else _ARGO_FIELDS)

    @property
    def may_mend(self) -> bool:
        """Whether it may take away what is wrong without it."""
        return self.changes_values or self._has({"commonAnnotations", "commonMetadata"})

    @property
    def changes_values(self) -> bool:
        """Whether it changes more of what is built than names and labels."""
        return self._has(_CHANGING)

    def _has(self, names: Container[str]) -> bool:
        return any(name in names and not cell.is_empty for name, cell in self._written)

    def form(self) -> Form:
        """The fields that change what is built; raises `RefusedError` for one of another type."""
        return checked(self.fields, _FLUX_FIELDS if self.by_flux else _ARGO_FIELDS, strict=False)

    @property
    def config_maps(self) -> list[str]:
        """The names of the ConfigMaps that it takes variables from."""
        found = self.fields.get("postBuild", "substituteFrom") if self.by_flux else None
        refs = found.items if found is not None else []
        return [plain_text(one.get("name")) for one in refs if plain_text(one.get("kind")) == "ConfigMap"]

    @property
    def leaves(self) -> Iterator[tuple[str, Cell]]:
        """Yield all values that decide what is built, each with a name."""
        yield from self.fields.leaves()
        if self.destination is not None:
            yield "destination", self.destination
        for name, data in self.beside.items():
            for key, cell in data.items() if data is not None else ():
                yield f"{name}/{key}", cell

    @property
    def components(self) -> list[str]:
        """The components that it adds."""
        found = self.fields.get("components")
        return [plain_text(one) for one in found.items] if found is not None else []

    @property
    def renames(self) -> dict[str, str]:
        """The fields by which objects get other names, as a kustomization has them."""
        found = {name: plain_text(self.fields.get(name)) for name in ("namespace", "namePrefix", "nameSuffix")}
        if self.by_flux:
            found["namespace"] = plain_text(self.fields.get("targetNamespace"))
        return {name: text for name, text in found.items() if text}

    @property
    def _written(self) -> Iterable[tuple[str, Cell]]:
        return self.fields.fields.items() if self.fields.kind == MAP else ()


def deployed_in(source: Source) -> list[Deployed]:
    """The requests to build of the Flux and Argo CD objects in a file, in order; none if it is no YAML."""
    return _deployed_of(things_in(source))


def deployed_among(things: Iterable[Cell]) -> list[Deployed]:
    """The requests to build of Flux and Argo CD objects that are built themselves."""
    kinds = (_FLUX, _ARGO, "v1")
    return _deployed_of([one.unshared() for one in things if one.text_at("apiVersion").startswith(kinds)])


def _deployed_of(things: Sequence[Cell]) -> list[Deployed]:
    found = [one for thing in things for one in _deployed(thing)]
    maps = config_maps_among(things) if any(one.config_maps for one in found) else []
    beside = {(one.namespace, one.name): one.data for one in maps}
    return [
        one._replace(
            beside={name: beside[one.namespace, name] for name in one.config_maps if (one.namespace, name) in beside}
        )
        if beside
        else one
        for one in found
    ]


def _kind(thing: Cell) -> str:
    kind = thing.get("kind")
    return kind.text if kind is not None else ""


def _deployed(thing: Cell) -> Iterator[Deployed]:
    version, kind, name = thing.text_at("apiVersion"), _kind(thing), plain_text(thing.get("metadata", "name"))
    spec = thing.get("spec")
    at = (thing.node.source.path, thing.node.start) if thing.node is not None else ("", 0)
    if not name:  # the API refuses it
        return
    if version.startswith(_FLUX) and kind == "Kustomization" and spec is not None and spec.kind == MAP:
        written, source = spec.get("path"), _source_of(thing, spec)
        namespace = plain_text(thing.get("metadata", "namespace"))
        if written is None or written.kind == SCALAR:
            path = plain_text(written) or "."
            yield Deployed(name, path, spec, by_flux=True, source=source, origin=at, namespace=namespace)
    elif version.startswith(_ARGO) and kind == "Application":
        destination = spec.get("destination", "namespace") if spec is not None else None
        is_known = plain_text(destination) and not is_filled_in(plain_text(destination))
        for one in _sources(name, spec, at):
            yield one._replace(destination=destination if is_known else None)
    elif version.startswith(_ARGO) and kind == "ApplicationSet":
        yield from _sources(name, thing.get("spec", "template", "spec"), at, tuple(_directories(spec)))


def is_filled_in(text: str) -> bool:
    """Whether another tool fills in a part of a text."""
    return FILLED_IN.search(text) is not None


def _source_of(thing: Cell, spec: Cell) -> str:
    """The source of Flux that an object names, as `sources_in` names it."""
    own = plain_text(thing.get("metadata", "namespace"))
    kind, name, space = (plain_text(spec.get("sourceRef", field)) for field in ("kind", "name", "namespace"))
    return f"{kind} {space or own}/{name}" if kind else ""


def sources_in(source: Source) -> dict[str, str]:
    """The addresses of the sources of Flux in a file."""
    things = things_in(source)
    found = (thing for thing in things if thing.text_at("apiVersion").startswith("source.toolkit.fluxcd.io/"))
    return {_name_of_source(one): plain_text(one.get("spec", "url")) for one in found}


def _name_of_source(thing: Cell) -> str:
    space, name = (plain_text(thing.get("metadata", field)) for field in ("namespace", "name"))
    return f"{_kind(thing)} {space}/{name}"


def _directories(spec: Cell | None) -> Iterator[str]:
    """Yield the patterns of the folders that a generator goes through or may list, also one in a matrix."""
    found = spec.get("generators") if spec is not None else None
    for one in found.items if found is not None else ():
        git = one.get("git", "directories")
        yield from (plain_text(item.get("path")) for item in (git.items if git is not None else ()))
        listed = one.get("list", "elements")
        for element in listed.items if listed is not None else ():
            yield from filter(None, (cell.text for _, cell in element.leaves() if cell.kind == SCALAR))
        for name in ("matrix", "merge"):
            yield from _directories(one.get(name))


def _sources(
    name: str, spec: Cell | None, at: tuple[str, int], generated_from: tuple[str, ...] = ()
) -> Iterator[Deployed]:
    """Yield the sources of an Application that have a path; `sources` replaces `source`."""
    several = spec.get("sources") if spec is not None else None
    one = spec.get("source") if spec is not None else None
    found = several.items if several is not None and several.items else [one] if one is not None else []
    for source in found:
        path = plain_text(source.get("path"))
        if path:
            fields = source.get("kustomize") or Cell(MAP)
            address = plain_text(source.get("repoURL"))
            yield Deployed(name, path, fields, by_flux=False, generated_from=generated_from, source=address, origin=at)
