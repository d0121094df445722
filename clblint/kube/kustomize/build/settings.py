"""ConfigMaps from which Flux takes variables (`postBuild.substituteFrom`; kustomize_varsub.go:LoadVariables)."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.kustomize.build.cell import MAP, Cell
from clblint.kube.kustomize.build.parse import configurations
from clblint.kube.kustomize.build.refusal import RefusedError, UnknownError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clblint.source.text import Source


class ConfigMap(NamedTuple):
    """A ConfigMap; `data` is None if it is encrypted."""

    name: str
    namespace: str
    data: Mapping[str, Cell] | None


def config_maps_in(source: Source) -> list[ConfigMap]:
    """The ConfigMaps in a file, in its order."""
    return config_maps_among(things_in(source))


def config_maps_among(things: Iterable[Cell]) -> list[ConfigMap]:
    """The ConfigMaps among some objects."""
    return [
        _config_map(one) for one in things if one.text_at("kind") == "ConfigMap" and one.text_at("apiVersion") == "v1"
    ]


def _config_map(thing: Cell) -> ConfigMap:
    data = thing.get("data")
    fields = data.fields if data is not None and data.kind == MAP else {}
    name, namespace = (plain_text(thing.get("metadata", field)) for field in ("name", "namespace"))
    return ConfigMap(name, namespace, fields if thing.get("sops") is None else None)


def things_in(source: Source) -> list[Cell]:
    """The objects in a file, those of lists one by one; none if it is no YAML."""
    try:
        documents = configurations(source)
    except (RefusedError, UnknownError, RecursionError):
        return []
    return [thing for document in documents for thing in _objects(document)]


def _objects(document: Cell) -> list[Cell]:
    items = document.get("items")
    is_list = items is not None and plain_text(document.get("kind")).endswith("List")
    return [one for one in (items.items if is_list and items is not None else [document]) if one.kind == MAP]


def plain_text(cell: Cell | None) -> str:
    """The text of a scalar; empty for anything else."""
    return cell.text if cell is not None and cell.kind == "scalar" and not cell.is_null else ""
