"""`ObjectIndex`: the objects of the project by place and by name."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.project.refs import may_be_same_namespace
from clblint.light import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.objects import KubeObject
    from clblint.kube.project.outline import Outline
    from clblint.kube.project.refs import Identity, Ref


_position, _ref = attrgetter("position"), attrgetter("ref")


class ObjectIndex:
    """The Services, workloads, endpoints and scalers of the project, each kind found by place or name."""

    def __init__(self, outlines: Iterable[Outline]) -> None:
        self._outlines = outlines

    @cached_property
    def all(self) -> list[Ref]:
        """The Services, workloads and endpoints, in the order of files and positions."""
        return [ref for one in self._outlines for ref in refs_in(one)]

    def ref_of(self, thing: KubeObject) -> Ref | None:
        """The reference to an object; None if it is not in the project."""
        return self._by_place.get((thing.path, thing.index))

    def at(self, place: tuple[str, int]) -> Ref:
        """The reference to the object at a position of a file; raises `KeyError` if there is none."""
        return self._by_place[place]

    def named(self, identity: Identity) -> list[Ref]:
        """The objects of one kind, namespace and name: alternative versions, or duplicates."""
        return self._by_identity.get(identity, [])

    def services_named(self, name: str, namespace: str | None) -> list[Ref]:
        """The Services that have, or may have, a name in a namespace of the cluster, or in one that may be the same."""
        return [
            ref
            for ref in self.all
            if ref.kind == "Service" and ref.may_be_named(name) and may_be_same_namespace(namespace, ref.namespace)
        ]

    @cached_property
    def _by_place(self) -> dict[tuple[str, int], Ref]:
        found = {ref[:2]: ref for ref in self.all}
        found |= {ref[:2]: ref for one in self._outlines if one.scalers for ref in scalers_in(one)}
        return found

    @cached_property
    def _by_identity(self) -> dict[Identity, list[Ref]]:
        found: dict[Identity, list[Ref]] = {}
        for ref in self.all:
            found.setdefault(ref.identity, []).append(ref)
        return found


def refs_in(outline: Outline) -> list[Ref]:
    """The Services, workloads and endpoints of a file in the order of their positions."""
    refs = [*map(_ref, outline.services), *map(_ref, outline.workloads)]
    if outline.endpoints:
        refs += [ref for ref, _ in outline.endpoints]
    if len(refs) > 1:
        refs.sort(key=_position)
    return refs


def scalers_in(outline: Outline | None) -> list[Ref]:
    """The scalers of a file; none of no outline."""
    return [ref for ref, _ in outline.scalers] if outline is not None else []
