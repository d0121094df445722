"""`Misplaced`: keys of the CCM that stand in a Service or workload, but not in its annotations."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.objects import Service
from clblint.kube.schema.types import SERVICE, WORKLOADS
from clblint.source.mapping import Mapping
from clblint.source.node import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.objects import KubeObject
    from clblint.source.node import Node


class Misplaced(NamedTuple):
    """An annotation key in a mapping of a Service or workload that is not its annotations."""

    owner: KubeObject
    key: str
    at: Node
    path: str  # of the mapping, empty for the object itself

    @property
    def unknown_field(self) -> str:
        """The field for which strict validation refuses it; empty if it is in a map, or the type is not known.

        Of workloads, all fields of metadata are known, and that nothing else has annotations.
        """
        from clblint.kube.schema.unknown_fields import unknown_field  # noqa: PLC0415 - nearly no key is misplaced

        path = (*filter(None, self.path.split(".")), self.key)
        if isinstance(self.owner, Service):
            return unknown_field(path, SERVICE)
        kind = WORKLOADS.get(self.owner.kind)
        found = unknown_field(path, kind) if kind is not None else ""
        parent, _, last = found.rpartition(".")
        return found if parent.endswith("metadata") or last == "annotations" else ""


def misplaced_in(owner: KubeObject, root: Mapping, homes: list[Mapping], *, says_all: bool) -> Iterator[Misplaced]:
    """Yield the keys of the CCM in an object, but not in these mappings of it.

    `says_all` says that all keys are in the text of the object as they are.
    """
    read = {id(key) for home in homes for key in (*(key for _, key, _ in home.items()), *_written(home))}
    pending: list[tuple[str, Mapping]] = [("", root)]
    while pending:
        path, mapping = pending.pop()
        if (says_all or _says_all(mapping)) and not catalogue().may_stand_in(mapping.raw):
            continue
        for name, key, value in mapping.items():
            if catalogue().is_ours(name) and id(key) not in read:  # else merged by the annotations
                yield Misplaced(owner, name, key, path)
            elif isinstance(value, Mapping) and not any(value is home for home in homes):
                pending.append((f"{path}.{name}" if path else name, value))
            elif isinstance(value, Sequence) and isinstance(owner, Service):  # its ports
                items = enumerate(value.values())
                pending += ((f"{path}.{name}[{at}]", item) for at, item in items if isinstance(item, Mapping))


def _written(home: Mapping) -> list[Node]:
    """The keys that stand in a mapping or in those that it merges, overridden ones included."""
    if home.origin.ordinary:
        return []
    from clblint.source.merges import writes  # noqa: PLC0415 - few manifests have merges

    return [key for key, _ in writes(home)]


def _says_all(mapping: Mapping) -> bool:
    """Whether all keys below a mapping are in its text."""
    return mapping.origin.ordinary and "\\" not in mapping.raw
