"""The objects of a file of manifests, as kustomize takes them in (api/resource/factory.go)."""

from __future__ import annotations

from clblint.i18n.text import phrase
from clblint.kube.kustomize.build.cell import LIST, MAP, ODD_KEYS, Cell
from clblint.kube.kustomize.build.refusal import RefusedError
from clblint.kube.kustomize.build.resource import Resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.source.place import Place

_LIST = "List"


def resources_of(documents: Iterable[Cell]) -> list[Resource]:
    """The objects of some documents; lists are taken apart, their items come last (SliceFromBytes).

    Raises `RefusedError` for what has no kind or name.
    """
    pending = [*_unwrapped(list(documents))]
    for cell in pending:
        check_object(cell)
    found: list[Resource] = []
    while pending:
        cell = pending.pop(0)
        items = cell.fields.get("items") if cell.text_at("kind").endswith(_LIST) else None
        if items is None:
            found.append(Resource(cell))
            continue
        if cell.tag:
            cell.check(fixed=True)  # raises for a list with its items twice
        if not items.is_null:
            if items.kind != LIST:
                raise RefusedError(items.place, "wrong-type", phrase("items must be a list"))
            pending += [_item(item) for item in items.items]
    return found


def _unwrapped(documents: list[Cell]) -> list[Cell]:
    """The items of a list that is the only document (kyaml/kio/byteio_reader.go:Read)."""
    if len(documents) == 1 and documents[0].kind == MAP and documents[0].text_at("kind") in {_LIST, "ResourceList"}:
        items = documents[0].get("items")
        if items is not None:
            return list(map(_by_itself, items.items))
    return documents


def _by_itself(cell: Cell) -> Cell:
    """An item as an object, of which the keys may be anything."""
    if cell.tag == ODD_KEYS:
        cell.tag = ""
    return cell


def _item(cell: Cell) -> Cell:
    made = _by_itself(cell).unshared()
    check_object(made)
    return made


def check_object(cell: Cell, place: Place | None = None) -> None:
    """Refuse what has no kind or name, at a place or its own (GetValidatedMetadata); a list needs no name.

    Annotations in a list end kustomize, too.
    """
    place = place or cell.place
    if cell.kind != MAP:
        raise RefusedError(place, "no-kind", phrase("this is no object"))
    kind = cell.text_at("kind")
    if not kind:
        raise RefusedError(place, "no-kind", phrase("there is no kind"))
    if not kind.endswith(_LIST) and not cell.text_at("metadata", "name"):
        raise RefusedError(place, "no-name", phrase("a {kind} has no metadata.name", kind=kind))
    annotations = cell.seen("metadata", "annotations")
    if annotations is not None and annotations.kind == LIST and not annotations.is_empty:
        annotations.expect(MAP)
