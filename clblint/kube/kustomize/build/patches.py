"""Patches of all forms put on their targets (api/internal/builtins/Patch*.go)."""

from __future__ import annotations

import json
from contextlib import suppress

from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import MAP, ODD_KEYS, REPEATED_ANNOTATIONS, Cell
from clblint.kube.kustomize.build.jsonpatch import Operation, operate, operations, refuse_misfits, touched
from clblint.kube.kustomize.build.manifest import check_object, resources_of
from clblint.kube.kustomize.build.merge import Series, merge
from clblint.kube.kustomize.build.parse import configuration, inline, inline_configuration, manifests
from clblint.kube.kustomize.build.refusal import RefusedError, Unbuildable
from clblint.kube.kustomize.build.resource import INNER, KIND_CHANGE, LEGACY_INNER, NAME_CHANGE, set_text
from clblint.kube.kustomize.build.select import Selector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.kustomize.build.files import Folder
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.objects import Objects
    from clblint.kube.kustomize.build.resource import Resource
    from clblint.source.text import Source

_FORM = "patch-form"
_LIST = frozenset({"- ", "[{"})  # how a list of operations begins
_INNER = INNER | LEGACY_INNER


class Context(NamedTuple):
    """What patches are put on: objects, the series that they belong to, and what could not be built."""

    objects: Objects
    series: Series
    unbuildables: list[Unbuildable]


def strategic(paths: Iterable[Cell], folder: Folder, context: Context) -> None:
    """Put `patchesStrategicMerge` on their targets, each a text or a file (PatchStrategicMergeTransformer.go)."""
    paths = list(paths)
    loaded = [patch for path in paths for patch in _text_or_file(path, folder)]
    if paths and not loaded:
        raise RefusedError(paths[0].place, _FORM, phrase("the patches are empty"))
    for patch in loaded:
        target = _target(patch, context)
        if target is not None:
            _merge_copy(target, patch, context)
    context.objects.drop_gone()
    context.objects.check()


def _text_or_file(cell: Cell, folder: Folder) -> list[Resource]:
    try:
        return resources_of(inline(cell))
    except RefusedError:
        return resources_of(manifests(folder.file(cell.text, cell.place)))


def patch(form: Form, folder: Folder, context: Context) -> None:
    """Put one entry of `patches` on its targets (PatchTransformer.go)."""
    merged, steps = _either(form, folder)
    target = form.get("target")
    if merged and target is not None:
        if len(merged) > 1:
            raise RefusedError(target.place, _FORM, phrase("several patches cannot have one target"))
        _merge_selected(merged[0], Selector(form.form("target")), context)
    elif merged:
        for one in merged:
            found = _target(one, context)
            if found is not None:
                _merge_into(found, one, context)
    elif steps:
        if target is None:
            raise RefusedError(form.cell.place, _FORM, phrase("a JSON patch must have a target"))
        for one in _to_operate(form, steps, context):
            one.store_id()
            _operate(one, steps, context)


def json_patch(form: Form, folder: Folder, context: Context) -> None:
    """Put one entry of `patchesJson6902` on its targets (PatchJson6902Transformer.go)."""
    if not form.form("target").text("name"):
        raise RefusedError(form.cell.place, _FORM, phrase("the name of the target is missing"))
    path, text = form.get("path"), form.get("jsonOp") or form.get("patch")
    has_path, has_text = path is not None and path.text != "", text is not None and text.text != ""
    if has_path == has_text:
        raise RefusedError(form.cell.place, _FORM, phrase("a patch is in a file or here"))
    steps = _steps(folder.file(path.text, path.place) if path is not None and has_path else None, text)
    if not steps:
        raise RefusedError(form.cell.place, _FORM, phrase("the patch is empty"))
    for one in _to_operate(form, steps, context):
        _operate(one, steps, context)


def _to_operate(form: Form, steps: list[Operation], context: Context) -> list[Resource]:
    """The objects of a JSON patch. Those that cannot be built refuse what no object takes."""
    found = _selected(Selector(form.form("target")), context)
    if not found and context.unbuildables:
        refuse_misfits(steps)
    return found


def _either(form: Form, folder: Folder) -> tuple[list[Resource], list[Operation]]:
    """A strategic merge patch or a JSON patch, whichever the text is."""
    path, text = form.get("path"), form.get("patch")
    has_path, has_text = path is not None and path.text != "", text is not None and text.text.strip() != ""
    if has_path == has_text:
        raise RefusedError(form.cell.place, _FORM, phrase("a patch needs one of path and patch"))
    source = folder.file(path.text, path.place) if path is not None and has_path else None
    if text is not None and text.text.lstrip()[:2] in _LIST:  # no object: it need not be read as one first
        with suppress(RefusedError):
            return [], folder.files.of_text(text, _inline_steps)
    try:
        merged = resources_of(folder.files.manifests(source) if source is not None else _inline(text, folder))
    except RefusedError as refused:
        try:
            return [], _steps(source, text)
        except RefusedError as other:
            message = phrase(
                "this is neither a strategic merge patch ({merge}) nor a JSON patch ({operations})",
                merge=refused.message,
                operations=other.message,
            )
            raise RefusedError(refused.place or form.cell.place, _FORM, message) from None
    for one in merged:
        for name, option in ((NAME_CHANGE, "allowNameChange"), (KIND_CHANGE, "allowKindChange")):
            if form.form("options").flag(option):
                one.enable(name)
    return merged, []


def _inline(text: Cell | None, folder: Folder) -> list[Cell]:
    return [cell.twin() for cell in folder.files.of_text(text, inline)] if text is not None else inline(Cell(MAP))


def _inline_steps(text: Cell) -> list[Operation]:
    return _steps(None, text)


def _steps(source: Source | None, text: Cell | None) -> list[Operation]:
    """The operations in a file or a text; kustomize reads what begins with a bracket as JSON (jsonPatchFromBytes)."""
    if source is not None:
        document, written = configuration(source), source.text
    else:
        document, written = (inline_configuration(text), text.text) if text is not None else (None, "")
    if document is not None and written.startswith("[") and not _is_json(written):
        message = phrase("a list in brackets must be JSON, with quotes around all keys and texts")
        raise RefusedError(document.place, _FORM, message)
    return operations(document)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _target(one: Resource, context: Context) -> Resource | None:
    """The only object that has or had the id of a patch; None if it may be in what cannot be built (GetById)."""
    wanted = one.original
    found = context.objects.by_any_id(wanted)
    if len(found) == 1:
        return found[0]
    if not found and context.unbuildables:
        context.unbuildables.append(Unbuildable("patch-target", str(wanted), one.root.place, changes=True))
        return None
    message = (
        phrase("several objects are {wanted}", wanted=wanted)
        if found
        else phrase("there is no object {wanted}", wanted=wanted)
    )
    raise RefusedError(one.root.place, "patch-no-target", message)


def _selected(selector: Selector, context: Context) -> list[Resource]:
    """The objects that a target selects. A Service that it was written for may be in what cannot be built.

    The patch is then in no object that is built, and would not be judged. Of other kinds nothing is lost by that.
    """
    known = context.objects.named(selector.name) if selector.name else context.objects.items
    found = [one for one in known if selector.selects(one)]
    if not found and context.unbuildables and selector.may_select("", "v1", "Service"):
        text = f"Service {selector.form.text('name')}".rstrip()
        context.unbuildables.append(Unbuildable("patch-target", text, selector.form.cell.place, changes=True))
    return found


def _merge_selected(one: Resource, selector: Selector, context: Context) -> None:
    """Merge copies of a patch into all objects of a target (ApplySmPatch of the list)."""
    for target in _selected(selector, context):
        _merge_copy(target, one, context)
    if one.is_enabled(NAME_CHANGE) or one.is_enabled(KIND_CHANGE):
        context.objects.check()


def _merge_copy(target: Resource, one: Resource, context: Context) -> None:
    """Merge a copy of a patch (CopyMergeMetaDataFieldsFrom).

    Its labels and annotations have become text, so that a null in them deletes nothing; an empty namespace is gone.
    """
    copied = one.copy({})
    for field in ("labels", "annotations"):
        found = copied.root.get("metadata", field)
        copied.set_texts(field, found.fields if found is not None else {})
    meta = copied.root.get("metadata")
    if meta is not None and not one.namespace:
        meta.fields.pop("namespace", None)
    set_text(copied.root, ("apiVersion",), target.root.text_at("apiVersion"))
    _merge_into(target, copied, context)


def _merge_into(target: Resource, one: Resource, context: Context) -> None:
    """Merge a patch; name, kind and namespace stay, unless it may change them (resource.go:ApplySmPatch)."""
    now, count = target.current, len(target.ids)
    may_rename, may_retype = one.is_enabled(NAME_CHANGE), one.is_enabled(KIND_CHANGE)
    if may_rename or may_retype:
        target.store_id()
    meta = one.root.peek("metadata")
    if meta is not None and meta.tag == REPEATED_ANNOTATIONS:
        meta.check()  # raises, since it depends on how the patch is given which ones count
    target.plain = None
    merged = merge(one.root, target.root, context.series)
    if merged is None or target.is_gone:
        target.root = Cell(MAP)
        context.objects.drop(target)
        return
    if target.root.tag == ODD_KEYS:  # those of an object by itself may be any
        target.root.tag = ""
    if not may_retype:
        set_text(target.root, ("kind",), now.kind)
    if not may_rename:
        target.set_name(now.name)
    meta = target.root.get("metadata")
    if now.namespace:
        set_text(target.root, ("metadata", "namespace"), now.namespace)
    elif meta is not None and meta.kind == MAP:
        meta.fields.pop("namespace", None)
    if may_rename or may_retype or len(target.ids) < count:
        context.objects.changed()


def _operate(target: Resource, steps: list[Operation], context: Context) -> None:
    """Put a JSON patch on an object; its inner annotations survive, and all annotations become text."""
    now = target.current
    inner = {name: text for name, text in target.texts("annotations").items() if name in _INNER}
    names = touched(steps)
    if target.plain is not context.series:
        target.root, target.plain, names = target.root.unshared(), context.series, None
    operate(target.root, steps)
    check_object(target.root, steps[-1].place if steps else None)
    if names is None:
        target.rewrite_annotations()
    else:
        target.make_texts(names)
    for name, text in inner.items():
        if target.annotation(name) != text:
            target.annotate(name, text)
    if target.current != now:
        context.objects.changed()
