"""Variables: `$(NAME)` in some fields stands for a field of another object (api/filters/refvar)."""

from __future__ import annotations

import re

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell
from clblint.kube.kustomize.build.fieldspec import apply, paths_of
from clblint.kube.kustomize.build.paths import indexed, lookup, parts_of
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import Id, group_and_version
from clblint.kube.kustomize.build.scalars import INT, STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clblint.kube.kustomize.build.fieldspec import FieldSpec
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Resource

_REFERENCE = re.compile(r"\$(?:(\$)|\(([^)]*)\)|.)", re.DOTALL)
_KIND = "var"


class Variable(NamedTuple):
    """A name, and the path to the field of the object that it stands for."""

    name: str
    path: str
    form: Form


def bind(forms: Iterable[Form], resources: Sequence[Resource], known: dict[str, Variable]) -> None:
    """Bind the variables of a kustomization to their objects, which may be renamed later (MergeVars)."""
    for form in forms:
        name, path = form.text("name"), form.form("fieldref").text("fieldPath") or "metadata.name"
        found = [one for one in resources if not one.is_gone and _is_meant(one, form.form("objref"))]
        if len(found) > 1:
            raise RefusedError(
                form.cell.place, _KIND, phrase("several objects are meant by the variable {name}", name=name)
            )
        for one in found:
            one.variables.append(name)
        if name in known:
            raise RefusedError(form.cell.place, _KIND, phrase("the variable {name} is there already", name=name))
        known[name] = Variable(name, path, form)


def _is_meant(resource: Resource, target: Form) -> bool:
    group, version = target.text("group"), target.text("version")
    if target.text("apiVersion"):
        group, version = group_and_version(target.text("apiVersion"))
    wanted = Id(group, version, target.text("kind"), target.text("name"), target.text("namespace"))
    anywhere = not wanted.namespace and not wanted.is_cluster_scoped
    return any(was.key == wanted.key or (anywhere and was._replace(namespace="") == wanted) for was in resource.ids)


def expand(resources: Sequence[Resource], variables: Mapping[str, Variable], specs: Iterable[FieldSpec]) -> None:
    """Put the values in; raises `RefusedError` for a variable without an object or field (ResolveVars)."""
    if not variables:
        return
    values = {name: _value(resources, variables[name]) for name in sorted(variables)}
    paths = paths_of(tuple(specs))
    for resource in resources:
        apply(resource, paths, lambda cell: _expand(cell, values))


def _value(resources: Iterable[Resource], variable: Variable) -> Cell:
    place = variable.form.cell.place
    holder = next((one for one in resources if variable.name in one.variables), None)
    if holder is None:
        raise RefusedError(place, _KIND, phrase("no object is meant by the variable {name}", name=variable.name))
    found = lookup(holder.root, indexed(parts_of(variable.path)))
    if found is None:
        raise RefusedError(
            place, _KIND, phrase("the variable {name} has no field {path}", name=variable.name, path=variable.path)
        )
    return found.copy()


def _expand(cell: Cell, values: Mapping[str, Cell]) -> None:
    if cell.kind == LIST:
        for item in cell.items:
            if item.kind != SCALAR or item.tag not in {STR, ""}:
                raise RefusedError(item.place, _KIND, phrase("a list with variables has only texts"))
            _expand_text(item, values)
    elif cell.kind == MAP:
        for below in cell.fields.values():
            _expand_text(below, values)
    else:
        _expand_text(cell, values)


def _expand_text(cell: Cell, values: Mapping[str, Cell]) -> None:
    """Expand one text, which is a text from then on; if it is nothing but a variable, it gets its type."""
    if cell.kind != SCALAR or cell.tag not in {STR, ""}:
        return
    used: list[Cell] = []

    def expanded(found: re.Match[str]) -> str:
        name = found[2]
        if found[1] or name is None:
            return found[1] or found[0]
        value = values.get(name)
        if value is None or value.kind != SCALAR:
            return found[0]
        used.append(value)
        return value.text

    before = cell.text
    text = _REFERENCE.sub(expanded, before)
    tag = STR
    if len(used) == 1 and re.fullmatch(r"\$\([^)]*\)", before):
        tag = used[0].tag if used[0].tag not in {"", "!!null"} else STR
        text = str(used[0].value()) if tag == INT else text
    nodes = [node for value in used for node in value.nodes]
    old = cell.nodes
    cell.write(text, tag, nodes)
    cell.quoted = False
    if nodes and re.fullmatch(r"\$\([^)]*\)", before):
        cell.node, cell.before = nodes[0], tuple(dict.fromkeys((*nodes[1:], *old)))
