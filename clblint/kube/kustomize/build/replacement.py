"""Replacements: values of one object copied into others (api/filters/replacement/replacement.go)."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.form import checked
from clblint.kube.kustomize.build.kustomization import REPLACEMENT
from clblint.kube.kustomize.build.parse import configuration
from clblint.kube.kustomize.build.paths import lookup, matches, parts_of
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.select import Selector
from clblint.kube.kustomize.build.structured import set_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.kube.kustomize.build.files import Folder
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Resource

_KIND = "replacement"
_NAME = "metadata.name"


def replacements_of(forms: Iterable[Form], folder: Folder) -> Iterator[Form]:
    """Yield the replacements of a kustomization, those in files among them (ReplacementTransformer.go:Config)."""
    for form in forms:
        path = form.get("path")
        if path is None or not path.text:
            yield form
            continue
        if form.has("source") or form.cells("targets"):
            raise RefusedError(form.cell.place, _KIND, phrase("a replacement is in a file or here, not both"))
        document = configuration(folder.file(path.text, path.place))
        if document is None or document.kind == SCALAR:
            raise RefusedError(path.place, _KIND, phrase("{text} has no replacements", text=path.text))
        for item in document.items if document.kind == LIST else [document]:
            yield checked(item, REPLACEMENT, strict=False)


def replace(resources: Sequence[Resource], replacements: Iterable[Form]) -> None:
    """Copy the values one replacement after the other; raises `RefusedError` for a source or field that is missing."""
    for form in replacements:
        if not (form.has("source") or form.has("sourceValue")) or not form.cells("targets"):
            raise RefusedError(form.cell.place, _KIND, phrase("a replacement needs a source and targets"))
        if form.has("source") and form.has("sourceValue"):
            raise RefusedError(form.cell.place, _KIND, phrase("a replacement has one source"))
        value = _value(resources, form)
        for target in form.forms("targets"):
            _apply(resources, value, target)


def _value(resources: Iterable[Resource], form: Form) -> Cell:
    given = form.get("sourceValue")
    if given is not None:
        return scalar(given.text, "", given.node, given.before)
    source = form.form("source")
    found = _source(resources, source)
    path = source.text("fieldPath") or _NAME
    value = lookup(found.root, parts_of(path))
    if value is None or value.is_empty:
        raise RefusedError(source.cell.place, _KIND, phrase("the source has no {path}", path=path))
    return _part(value, source)


def _source(resources: Iterable[Resource], source: Form) -> Resource:
    """The one object that is or was of the given kind, name and namespace, compared as they are (selectSourceNode)."""
    group, version, kind, name = (source.text(key) for key in ("group", "version", "kind", "name"))
    space = source.text("namespace")
    found = [
        one
        for one in resources
        if any(
            name in {"", was.name}
            and (not space or was._replace(namespace=space).effective_namespace == was.effective_namespace)
            and was.is_selected(group, version, kind)
            for was in one.ids
        )
    ]
    if len(found) != 1:
        message = phrase("several objects are the source") if found else phrase("no object is the source")
        raise RefusedError(source.cell.place, _KIND, message)
    return found[0]


def _part(value: Cell, source: Form) -> Cell:
    """The part of a value that the options name (getRefinedValue)."""
    options = source.form("options")
    delimiter = options.text("delimiter")
    if not delimiter:
        return value
    value.expect(SCALAR)
    parts, index = value.text.split(delimiter), options.number("index")
    if not 0 <= index < len(parts):
        raise RefusedError(
            source.cell.place,
            _KIND,
            phrase('index {index} is out of bounds for "{text}"', index=index, text=value.text),
        )
    made = value.copy()
    made.text = parts[index]
    return made


def _apply(resources: Iterable[Resource], value: Cell, target: Form) -> None:
    if not target.has("select"):
        raise RefusedError(target.cell.place, _KIND, phrase("a target must select objects"))
    wanted = Selector(target.form("select"))
    rejected = [Selector(one) for one in target.forms("reject")]
    for resource in resources:
        if _is_target(resource, wanted, rejected):
            for path in target.texts("fieldPaths") or [_NAME]:
                _copy_to(resource.root, value, path, target)


def _is_target(resource: Resource, wanted: Selector, rejected: Iterable[Selector]) -> bool:
    ids = resource.ids
    return (
        wanted.matches_texts(resource)
        and not any(one.selects_texts and one.matches_texts(resource) for one in rejected)
        and not any(one.names_objects and any(map(one.matches_id, ids)) for one in rejected)
        and any(map(wanted.matches_id, ids))
    )


def _copy_to(root: Cell, value: Cell, path: str, target: Form) -> None:
    create = value.kind if target.form("options").flag("create") else ""
    parts = parts_of(path)
    if set_inside(root, parts, value, target, create):
        return
    found = matches(root, parts, target, create)
    if not found:
        raise RefusedError(
            target.cell.place,
            _KIND,
            phrase("there is no field {path} in {value}", path=path, value=root.text_at("kind")),
        )
    for cell in found:
        _set(cell, value, target.form("options"))


def _set(cell: Cell, value: Cell, options: Form) -> None:
    """Write a value into a field; a scalar keeps its type, and only its text changes (setFieldValue)."""
    made = value.copy()
    delimiter = options.text("delimiter")
    if delimiter:
        cell.expect(SCALAR)
        made.text = _joined(cell.text.split(delimiter), made.text, options.number("index"), delimiter)
    if cell.kind != SCALAR:
        cell.become(made)
        return
    made.text = made.text if value.kind == SCALAR or delimiter else ""
    made.tag, made.quoted, made.kind = cell.tag, cell.quoted, SCALAR
    made.fields, made.items = {}, []
    made.key = cell.key
    cell.become(made)


def _joined(parts: list[str], text: str, index: int, delimiter: str) -> str:
    if index < 0:
        parts.insert(0, text)
    elif index >= len(parts):
        parts.append(text)
    else:
        parts[index] = text
    return delimiter.join(parts)
