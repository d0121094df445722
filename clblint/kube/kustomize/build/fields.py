"""Labels, annotations, images and replicas: transformers that set one field of many objects."""

from __future__ import annotations

import re

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, SCALAR, Cell, scalar
from clblint.kube.kustomize.build.fieldspec import A_MAP, A_NUMBER, apply, paths_of
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.scalars import INT, STR
from clblint.kube.kustomize.build.select import safe_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping

    from clblint.kube.kustomize.build.fieldspec import FieldSpec
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.kustomize.build.resource import Resource

_OF_IMAGE = re.compile(r"(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?")
_ORDINARY = re.compile(r"[\w./:@-]+", re.ASCII)
_CONTAINERS = frozenset({"containers", "initContainers"})


def set_pairs(resources: Iterable[Resource], pairs: Mapping[str, Cell], specs: Iterable[FieldSpec]) -> None:
    """Set labels or annotations wherever the specs say (api/filters/labels/labels.go, annotations.go).

    What is added to an object is one cell in all its places, as in kustomize; where the key was there, it is a copy.
    A null that no spec makes a map of stays, as matchLabels of a NetworkPolicy.
    """
    paths = paths_of(tuple(specs))
    for resource in resources:
        for name, value in pairs.items():
            made = scalar("" if value.is_null else value.text, STR, value.node, value.before)
            made.key = value.key

            def change(cell: Cell, name: str = name, made: Cell = made) -> None:
                if not cell.is_null:
                    cell.put(name, made)

            apply(resource, paths, change, A_MAP)


def set_replicas(resources: Iterable[Resource], form: Form, specs: Iterable[FieldSpec]) -> None:
    """Set the number of replicas of all workloads with a name; raises `RefusedError` if there is none.

    The name may be one that they had (api/internal/builtins/ReplicaCountTransformer.go).
    """
    count = form.get("count")
    text = count.text if count is not None else "0"
    name, found = form.text("name"), False
    named = [(one, ids) for one in resources if (ids := [was for was in one.ids if was.name == name])]
    for spec in specs:
        for resource, ids in named:
            if any(one.is_selected(spec.group, spec.version, spec.kind) for one in ids):
                found = True
                made = scalar(text, INT, count.node if count is not None else form.cell.node)
                apply(resource, paths_of((spec,)), _setter(made), A_NUMBER)
    if not found:
        raise RefusedError(form.cell.place, "replicas", phrase('no workload is called "{name}"', name=name))


def _setter(made: Cell) -> Callable[[Cell], None]:
    """Set a number, which is written as the old value was: in quotes it is a text (kyaml/yaml/fns.go:FieldSetter)."""

    def change(cell: Cell) -> None:
        cell.expect(SCALAR)
        quoted = cell.quoted
        cell.become(made)
        cell.quoted, cell.tag = quoted, STR if quoted else INT

    return change


def set_image(resources: Iterable[Resource], form: Form, specs: Iterable[FieldSpec]) -> None:
    """Change name, tag or digest of an image wherever it is used (api/filters/imagetag)."""
    paths = paths_of(tuple(specs))
    is_named = _matcher(form)

    def is_meant(cell: Cell) -> bool:
        return cell.kind != SCALAR or cell.tag != STR or is_named(cell.text)

    def change(cell: Cell) -> None:
        cell.expect(SCALAR)
        if is_named(cell.text):
            _rename(cell, form)

    for resource in resources:
        if resource.kind != "CustomResourceDefinition":
            if _is_any_image(resource.bare, is_meant):
                for image in _images(resource.bare):
                    change(image)
            apply(resource, paths, change, wanted=is_meant)


def _matcher(form: Form) -> Callable[[str], bool]:
    """Tells whether an image is meant: by its name, which is a pattern."""
    name = form.text("name")
    if _ORDINARY.fullmatch(name):  # not compiled: each of many overlays may have another one
        return lambda text: _is_like(name, text) and _OF_IMAGE.fullmatch(text, len(name)) is not None
    if name[:1] in {"*", "?"}:  # repeats the beginning of the text, which need not be there then
        anywhere = re.compile(safe_pattern(name[1:], form) + _OF_IMAGE.pattern + r"\Z")
        return lambda text: anywhere.search(text) is not None
    pattern = re.compile(safe_pattern(name, form) + _OF_IMAGE.pattern)
    return lambda text: pattern.fullmatch(text) is not None


def _is_like(name: str, text: str) -> bool:
    """Whether a text begins with a name, in which a dot stands for any character."""
    if text.startswith(name) or "." not in name:
        return text.startswith(name)
    at = -1  # of the last character that a dot stands for
    for part in name.split("."):
        if (at >= 0 and text[at : at + 1] in {"", "\n"}) or not text.startswith(part, at + 1):
            return False
        at += 1 + len(part)
    return True


def _is_any_image(root: Cell, is_meant: Callable[[Cell], bool]) -> bool:
    """Whether an image in a list of containers is meant; also where a container is none."""
    for container in (container for holder in _seen_container_lists(root) for container in holder.shape.items):
        image = container.shape.peek("image")
        if not container.is_null and (container.kind != MAP or (image is not None and is_meant(image))):
            return True
    return False


def _seen_container_lists(cell: Cell, *, fixed: bool = False) -> list[Cell]:
    """The lists of containers, for reading only; `fixed` cells are never changed."""
    pattern = cell.origin or cell.settling
    if pattern is not None:
        return _known_container_lists(pattern)
    part = cell.part
    found = _in_part(part, cell.own_fields) if part is not None and _known_container_lists(part) else []
    fields = cell.own_fields if part is not None else cell.fields
    for name, below in fields.items():
        if below.kind != SCALAR:
            found += _known_container_lists(below) if fixed else _seen_container_lists(below)
            if name in _CONTAINERS and below.kind == LIST:
                found.append(below)
    for item in cell.items if cell.kind == LIST else ():
        if item.kind != SCALAR:
            found += _known_container_lists(item) if fixed else _seen_container_lists(item)
    return found


def _in_part(part: Cell, own: Container[str]) -> list[Cell]:
    """The lists of containers in what a cell is a copy of, but for its own fields."""
    facts = part.facts
    if facts.bearing is None:
        facts.bearing = {
            name: [*_known_container_lists(below), *([below] if name in _CONTAINERS and below.kind == LIST else ())]
            for name, below in part.fields.items()
            if below.kind != SCALAR
        }
    return [one for name, lists in facts.bearing.items() if name not in own for one in lists]


def _known_container_lists(pattern: Cell) -> list[Cell]:
    """The same for cells that are never changed."""
    facts = pattern.facts
    if facts.containers is None:
        facts.containers = _seen_container_lists(pattern, fixed=True)
    return facts.containers


def _seen_fields(cell: Cell) -> Mapping[str, Cell]:
    """The fields of a cell that may hold lists of containers, for reading only."""
    part = cell.part
    is_known = part is not None and not _known_container_lists(part)
    return cell.own_fields if is_known else cell.seen_fields


def _images(root: Cell) -> Iterator[Cell]:
    for holder in list(_container_lists(root)):
        for container in holder.items:
            image = _image_of(container)
            if image is not None:
                yield image


def _image_of(container: Cell) -> Cell | None:
    if container.is_null:
        return None
    container.expect(MAP)
    return container.own("image")


def _container_lists(cell: Cell) -> Iterator[Cell]:
    """Yield the lists of containers anywhere in an object (api/filters/imagetag/legacy.go)."""
    for name, seen in list(_seen_fields(cell).items()):
        if seen.kind == SCALAR:
            continue
        is_one = name in _CONTAINERS and seen.kind == LIST
        is_above = seen.pattern is None or bool(_seen_container_lists(seen))
        below = cell.own(name) if is_one or is_above else None
        if below is not None and is_above:
            yield from _container_lists(below)
        if below is not None and is_one:
            yield below
    for item in cell.items if cell.kind == LIST else ():
        if item.kind != SCALAR and (item.pattern is None or _seen_container_lists(item)):
            yield from _container_lists(item)


def _rename(cell: Cell, form: Form) -> None:
    name, tag, digest = split_image(cell.text)
    name = form.text("newName") or name
    if form.text("newTag"):
        tag, digest = form.text("newTag"), form.text("digest")
    elif form.text("digest"):
        tag, digest = "", form.text("digest")
    elif form.text("tagSuffix"):
        tag, digest = tag + form.text("tagSuffix"), ""
    made = scalar(name + (f":{tag}" if tag else "") + (f"@{digest}" if digest else ""))
    parts = [part for key in ("newTag", "digest", "tagSuffix", "newName") if (part := form.get(key)) is not None]
    nodes = [node for part in parts for node in part.nodes]
    made.node, made.before, made.quoted = (nodes[0] if nodes else cell.node), tuple(nodes[1:]), cell.quoted
    cell.become(made)


def split_image(text: str) -> tuple[str, str, str]:
    """Name, tag and digest of an image (api/internal/image/image.go:Split)."""
    start = max(text.find("/"), 0)
    colon, at = text.find(":", start), text.find("@", start)
    if colon < 0 and at < 0:
        return text, "", ""
    if at >= 0 and (at < colon or colon < 0):
        return text[:at], "", text[at + 1 :]
    if at >= 0:
        return text[:colon], text[colon + 1 : at], text[at + 1 :]
    return text[:colon], text[colon + 1 :], ""
