"""The fields of a kustomization, and when kustomize refuses one (api/types/kustomization.go)."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, Cell
from clblint.kube.kustomize.build.form import ANY, PAIRS, TEXTS, Form, Type, checked
from clblint.kube.kustomize.build.parse import configuration
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.scalars import BOOL, INT, STR
from clblint.kube.well_known import KUSTOMIZE_GROUP
from clblint.source.place import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.text import Source

NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
COMPONENT = "Component"
_VERSIONS = {"Kustomization": f"{KUSTOMIZE_GROUP}v1beta1", COMPONENT: f"{KUSTOMIZE_GROUP}v1alpha1"}

_ID: dict[str, Type] = {"group": STR, "version": STR, "kind": STR, "name": STR, "namespace": STR}
SELECTOR: Type = {**_ID, "annotationSelector": STR, "labelSelector": STR}
FIELD_SPEC: Type = {"group": STR, "version": STR, "kind": STR, "path": STR, "create": BOOL}
_META: Type = {"name": STR, "namespace": STR, "labels": PAIRS, "annotations": PAIRS}
PATCH: dict[str, Type] = {
    "path": STR,
    "patch": STR,
    "target": SELECTOR,
    "options": {"allowNameChange": BOOL, "allowKindChange": BOOL},
}
IMAGE: Type = {"name": STR, "newName": STR, "tagSuffix": STR, "newTag": STR, "digest": STR}
REPLICA: Type = {"name": STR, "count": INT}
_FIELD_OPTIONS: Type = {"delimiter": STR, "index": INT, "encoding": STR, "create": BOOL}
REPLACEMENT: dict[str, Type] = {
    "source": {**_ID, "fieldPath": STR, "options": _FIELD_OPTIONS},
    "sourceValue": STR,
    "targets": [{"select": SELECTOR, "reject": [SELECTOR], "fieldPaths": TEXTS, "options": _FIELD_OPTIONS}],
}
_GENERATOR_OPTIONS: Type = {"labels": PAIRS, "annotations": PAIRS, "disableNameSuffixHash": BOOL, "immutable": BOOL}
GENERATOR: dict[str, Type] = {
    "namespace": STR,
    "name": STR,
    "behavior": STR,
    "literals": TEXTS,
    "files": TEXTS,
    "envs": TEXTS,
    "env": STR,
    "options": _GENERATOR_OPTIONS,
}
_LABEL: Type = {"pairs": PAIRS, "includeSelectors": BOOL, "includeTemplates": BOOL, "fields": [FIELD_SPEC]}
_VAR: Type = {
    "name": STR,
    "objref": {**_ID, "apiVersion": STR},
    "fieldref": {"fieldPath": STR},
}
FIELDS: dict[str, Type] = {
    "apiVersion": STR,
    "kind": STR,
    "metadata": _META,
    "openapi": PAIRS,
    "namePrefix": STR,
    "nameSuffix": STR,
    "namespace": STR,
    "commonLabels": PAIRS,
    "labels": [_LABEL],
    "commonAnnotations": PAIRS,
    "patchesStrategicMerge": TEXTS,
    "patchesJson6902": [PATCH],
    "patches": [PATCH],
    "images": [IMAGE],
    "imageTags": [IMAGE],
    "replacements": [{"path": STR, **REPLACEMENT}],
    "replicas": [REPLICA],
    "vars": [_VAR],
    "sortOptions": {"order": STR, "legacySortOptions": {"orderFirst": TEXTS, "orderLast": TEXTS}},
    "resources": TEXTS,
    "components": TEXTS,
    "crds": TEXTS,
    "bases": TEXTS,
    "configMapGenerator": [GENERATOR],
    "secretGenerator": [{**GENERATOR, "type": STR}],
    "helmGlobals": ANY,
    "helmCharts": [ANY],
    "helmChartInflationGenerator": [ANY],
    "generatorOptions": _GENERATOR_OPTIONS,
    "configurations": TEXTS,
    "generators": TEXTS,
    "transformers": TEXTS,
    "validators": TEXTS,
    "buildMetadata": TEXTS,
}


def read_kustomization(source: Source) -> Form:
    """The fields of a kustomization; raises `RefusedError` as `Unmarshal`, `CheckEmpty` and `EnforceFields` do."""
    root = configuration(source)
    if root is None:
        place = Place(source.path, Span(1, 1, 1, 1))
        raise RefusedError(place, "empty-kustomization", phrase("{path} is empty", path=source.path))
    form = checked(root, FIELDS, strict=True)
    _merge_old(form, "resources", "bases")
    _merge_old(form, "images", "imageTags")
    if not any(
        _says_something(form.cell.fields[name]) for name in form.cell.fields if name not in {"apiVersion", "kind"}
    ):
        raise RefusedError(root.place, "empty-kustomization", phrase("{path} has no fields", path=source.path))
    _check_kind(form)
    return form


def kind_of(form: Form) -> str:
    """`Kustomization` or `Component`."""
    return form.text("kind") or "Kustomization"


def _says_something(cell: Cell) -> bool:
    """Whether a field is not Go's zero value; an empty map or list is something."""
    return not cell.is_null and (cell.kind in {MAP, LIST} or cell.text != "")


def _merge_old(form: Form, name: str, old: str) -> None:
    """Append the list of a deprecated field to that of its successor (FixKustomization)."""
    more = form.cell.fields.pop(old, None)
    if more is not None and more.items:
        made = Cell(LIST, more.node)
        made.items = [*form.cells(name), *more.items]
        form.cell.fields[name] = made


def _check_kind(form: Form) -> None:
    kind = kind_of(form)
    version = form.text("apiVersion")
    if kind not in _VERSIONS:
        raise RefusedError(
            _at(form, "kind"),
            "wrong-kind-or-version",
            phrase("kind should be Kustomization or Component, not {kind}", kind=kind),
        )
    if version and version != _VERSIONS[kind]:
        message = phrase("apiVersion for {kind} should be {value}", kind=kind, value=_VERSIONS[kind])
        raise RefusedError(_at(form, "apiVersion"), "wrong-kind-or-version", message)


def _at(form: Form, name: str) -> Place | None:
    found = form.get(name)
    return found.place if found is not None else form.cell.place
