"""`configurations` and `crds`: files that add to the tables of the transformers."""

from __future__ import annotations

from clblint.kube.kustomize.build.fieldspec import FieldSpec, field_spec
from clblint.kube.kustomize.build.form import Type, checked
from clblint.kube.kustomize.build.kustomization import FIELD_SPEC
from clblint.kube.kustomize.build.parse import configuration
from clblint.kube.kustomize.build.scalars import STR
from clblint.kube.kustomize.build.tables import NAMES, References, Tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.kube.kustomize.build.form import Form
    from clblint.source.text import Source

_TYPE: Type = {
    **{name: [FIELD_SPEC] for name in NAMES},
    "nameReference": [{"group": STR, "version": STR, "kind": STR, "fieldSpecs": [FIELD_SPEC]}],
}
_EXTENSION = "x-kubernetes-"
_DEEPEST = 50


def tables_of(source: Source) -> Tables:
    """The tables of a file of `configurations` (api/internal/plugins/builtinconfig/loaddefaultconfig.go)."""
    root = configuration(source, unique=True)
    if root is None:
        return Tables()
    form = checked(root, _TYPE, strict=True)
    plain = {own: tuple(field_spec(one) for one in form.forms(name)) for name, own in NAMES.items()}
    return Tables(**plain, name_reference=tuple(_references(one) for one in form.forms("nameReference")))


def _references(form: Form) -> References:
    fields = tuple(field_spec(one) for one in form.forms("fieldSpecs"))
    return References(form.text("group"), form.text("version"), form.text("kind"), fields)


def tables_of_crds(source: Source) -> Tables:
    """The tables that OpenAPI definitions of custom resources add (api/internal/accumulator/loadconfigfromcrds.go)."""
    root = configuration(source)
    data = root.value() if root is not None else {}
    found = Tables()
    for name in data if isinstance(data, dict) else ():
        properties = _properties(data, name)
        if {"kind", "apiVersion", "metadata"} <= properties.keys():
            for more in _of_definition(data, name, name.rpartition(".")[2], ()):
                found = found.with_more(more)
    return found


def _properties(data: dict[str, Any], name: str) -> dict[str, Any]:
    definition = data.get(name)
    schema = definition.get("Schema", definition.get("schema")) if isinstance(definition, dict) else None
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _of_definition(data: dict[str, Any], name: str, kind: str, path: tuple[str, ...]) -> Iterator[Tables]:
    if len(path) > _DEEPEST:
        return
    for key, property_ in _properties(data, name).items():
        if not isinstance(property_, dict):
            continue
        spec = FieldSpec("/".join((*path, key)), kind=kind)
        yield from _of_property(property_, spec)
        reference = property_.get("$ref")
        if isinstance(reference, str):
            yield from _of_definition(data, reference, kind, (*path, key))


def _of_property(property_: dict[str, Any], spec: FieldSpec) -> Iterator[Tables]:
    if f"{_EXTENSION}annotation" in property_:
        yield Tables(common_annotations=(spec,))
    if f"{_EXTENSION}label-selector" in property_:
        yield Tables(common_labels=(spec,))
    if f"{_EXTENSION}identity" in property_:
        yield Tables(name_prefix=(spec,))
    version, kind = property_.get(f"{_EXTENSION}object-ref-api-version"), property_.get(f"{_EXTENSION}object-ref-kind")
    if isinstance(version, str) and isinstance(kind, str):
        key = property_.get(f"{_EXTENSION}object-ref-name-key", "name")
        yield Tables(name_reference=(References("", version, kind, (spec._replace(path=f"{spec.path}/{key}"),)),))
