"""`ClusterSorter`: which of many objects or files are applied to the cluster of one of them.

Objects in one place get the same answers, so places are compared instead of objects. Of very many places, only those
are compared that are near or share certain evidence.
"""

from __future__ import annotations

from clblint.kube.clusters.folders import ancestors
from clblint.kube.project.assignment import SameCluster
from clblint.kube.project.folder_contents import own_key
from clblint.kube.project.peers import Peers
from clblint.kube.project.refs import place_of
from clblint.light import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from clblint.kube.project.assignment import Clusters, FilePlace, Unit
    from clblint.kube.project.in_file import InFile

    Sorted = tuple[Peers["T"], Peers["T"]]  # those surely in the cluster, and those perhaps in it; shared: read-only

T = TypeVar("T", bound="InFile")

_MAX_COMPARED = 8  # up to this number of objects, each one is compared
_MAX_PLACES = 100  # of more places, only some are compared


class _Group(Generic[T]):
    """Many objects or files by their places, with cached results for other places."""

    __slots__ = ("by_key", "known", "places")

    def __init__(self, places: dict[FilePlace, list[T]]) -> None:
        self.places = places
        self.by_key: dict[Hashable, list[FilePlace]] = {}
        self.known: dict[Hashable, Sorted[T]] = {}


class ClusterSorter:
    """Sorts objects or files by whether they are applied to the cluster of another one."""

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self._groups: dict[Hashable, _Group[Any]] = {}

    def sort(self, own: InFile, others: Sequence[T], about: Hashable) -> Sorted[T]:
        """The others that are surely applied to the cluster of `own`, and those that perhaps are.

        `about` is the cache key of `others`: the result is computed once per place of `own`.
        """
        if len(others) <= _MAX_COMPARED:
            answers = [(one, self._clusters.between(own, one).answer) for one in others]
            sure = Peers([one for one, answer in answers if answer is SameCluster.YES])
            return sure, Peers([one for one, answer in answers if answer is SameCluster.OPEN])
        group = self._groups.get(about)
        if group is None:
            group = self._groups[about] = _Group(self._by_place(others))
        seen_from = self._seen_from(own, group)
        found: Sorted[T] | None = group.known.get(seen_from)
        if found is None:
            found = group.known[seen_from] = self._sorted(own, group)
        return found

    def _by_place(self, others: Iterable[T]) -> dict[FilePlace, list[T]]:
        found: dict[FilePlace, list[T]] = {}
        for one in others:
            found.setdefault(self._clusters.place_of(one), []).append(one)
        return found

    def _seen_from(self, own: InFile, group: _Group[T]) -> Hashable:
        """The cache key of an answer: the place, or among very many places its certain evidence."""
        place = self._clusters.place_of(own)
        unit = self._clusters.units[place[0]]
        if len(group.places) > _MAX_PLACES and unit.declared is not None:
            return ("declared", unit.declared)
        return ("roots", unit.roots) if len(group.places) > _MAX_PLACES and unit.roots else place

    def _sorted(self, own: InFile, group: _Group[T]) -> Sorted[T]:
        found: dict[SameCluster, list[T]] = {answer: [] for answer in SameCluster}
        for ones in group.places.values() if len(group.places) <= _MAX_PLACES else self._near(own, group):
            found[self._clusters.between(own, ones[0]).answer] += ones
        sure, perhaps = (sorted(found[answer], key=place_of) for answer in (SameCluster.YES, SameCluster.OPEN))
        return Peers(sure), Peers(perhaps)

    def _near(self, own: InFile, group: _Group[T]) -> Iterator[list[T]]:
        """Yield the members of places in the same cluster for sure, or else of the nearest few places."""
        units = self._clusters.units
        if not group.by_key:
            for place in group.places:
                for key in _keys(units[place[0]]):
                    group.by_key.setdefault(key, []).append(place)
        own_place = self._clusters.place_of(own)
        near: dict[FilePlace, None] = {own_place: None} if own_place in group.places else {}
        for key in _keys(units[own_place[0]]):
            here = group.by_key.get(key, [])
            if not isinstance(key, str) or len(here) <= _MAX_PLACES:
                near.update(dict.fromkeys(here))
            elif key == own_key(units[own_place[0]].folder):
                near.update(dict.fromkeys(here[:_MAX_PLACES]))
        return (group.places[place] for place in near)


def _keys(unit: Unit) -> Iterator[Hashable]:
    """Yield the keys of a place: those of its certain evidence, or else its folders."""
    if unit.declared is not None:
        yield ("declared", unit.declared)
    yield from (("root", root) for root in unit.roots)
    if unit.declared is None and not unit.roots:
        yield own_key(unit.folder)
        yield from ancestors(unit.folder)
