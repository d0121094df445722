"""Decides whether two objects are applied to the same cluster, and with which evidence.

Evidence for it, strongest first: the configuration, a kustomization that builds both, the same file, the same folder.
Evidence against it: folders with names of different clusters, environments, regions or tenants, folder names that
differ only in a number, or folders with versions of the same objects. Without evidence, the answer for two folders
below a common one is open.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.i18n.text import N_
from clblint.kube.clusters.folders import ancestors, are_neighbours, below, common
from clblint.kube.clusters.path_names import contradict, differ, differ_in_a_number, naming_of, naming_of_file
from clblint.kube.project.peers import Peers

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from clblint.kube.clusters.path_names import Naming
    from clblint.kube.project.refs import Identity, Ref

    Spot = tuple[int, Naming]  # the number of a unit, and the naming of the file

_FEW = 8  # up to this number of others, each is compared
_MANY = 100  # from this number of places on, they are not compared one by one
_MOST = 200_000  # cached answers
_ALONE = "/."  # suffix of a folder key: without its subfolders
_ANY = "*"  # any namespace


class SameCluster(Enum):
    """Whether two objects are applied to one cluster."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


class Verdict(NamedTuple):
    """An answer with its evidence; `certain` if that is the configuration or a build, not derived from names."""

    answer: SameCluster
    why: str
    certain: bool = False


DECLARED = Verdict(SameCluster.YES, N_("the configuration says so"), certain=True)
BUILT = Verdict(SameCluster.YES, N_("one kustomization builds both"), certain=True)
ONE_FILE = Verdict(SameCluster.YES, N_("one file"), certain=True)
ONE_FOLDER = Verdict(SameCluster.YES, N_("one folder"))
DECLARED_APART = Verdict(SameCluster.NO, N_("the configuration says so"), certain=True)
OVERLAYS = Verdict(SameCluster.NO, N_("they belong to different overlays of one base"), certain=True)
LEFT_OUT = Verdict(SameCluster.NO, N_("a kustomization builds one of them and leaves the other out"))
NAMED_APART = Verdict(SameCluster.NO, N_("they are named after different clusters, environments or regions"))
NUMBERED = Verdict(SameCluster.NO, N_("the names of their folders differ in a number alone"))
VERSIONS = Verdict(SameCluster.NO, N_("their folders hold versions of the same objects"))
HALF_DECLARED = Verdict(SameCluster.OPEN, N_("the configuration names the cluster of one of them alone"))
FILES_NAMED_APART = Verdict(SameCluster.OPEN, N_("one folder, but their files are named after different clusters"))
COMMON_FOLDER = Verdict(SameCluster.OPEN, N_("their folders stand below a common one, and nothing else is known"))


class Unit(NamedTuple):
    """The properties that all objects of a file share, often those of many files, too."""

    folder: str
    declared: str | None
    roots: tuple[str, ...]
    family: str


class Sorted(NamedTuple):
    """Objects that are applied to the cluster of another object surely, or perhaps; shared, so read-only."""

    sure: Peers
    perhaps: Peers


class Crowd:
    """A group of many objects by their places, with cached results for other places."""

    __slots__ = ("by_key", "known", "places")

    def __init__(self, places: dict[Spot, list[Ref]]) -> None:
        self.places = places
        self.by_key: dict[Hashable, list[Spot]] = {}
        self.known: dict[Hashable, Sorted] = {}


def undeclared(path: str) -> str | None:  # noqa: ARG001 - stands for a configuration, which would look at the path
    """The declared cluster of a file: none; the default without a configuration."""
    return None


class Clusters:
    """Compares the clusters of the objects of a project."""

    def __init__(self, refs: Sequence[Ref], declared: Callable[[str], str | None] = undeclared) -> None:
        self._refs = refs
        self._declared = declared
        self._units: dict[str, int] = {}  # by file
        self._known: dict[Unit, int] = {}
        self._each: list[Unit] = []
        self._verdicts: dict[tuple[int, int], Verdict] = {}
        self._held: dict[str, set[Identity]] | None = None  # by folder, with all below it
        self._roles: set[tuple[str, str | None, bool]] | None = None  # folders that hold Services, or workloads
        self._crowds: dict[Hashable, Crowd] = {}

    def unit_of(self, ref: Ref) -> int:
        """The number of the `Unit` of an object."""
        number = self._units.get(ref.path)
        if number is None:
            unit = Unit(ref.folder, self._declared(ref.path), ref.roots, ref.family)
            number = self._units[ref.path] = self._known.setdefault(unit, len(self._known))
            if number == len(self._each):
                self._each.append(unit)
        return number

    def name_of(self, ref: Ref) -> str | None:
        """The declared cluster of an object; None if there is none."""
        return self._each[self.unit_of(ref)].declared

    def between(self, one: Ref, other: Ref) -> Verdict:
        """Whether two objects are applied to one cluster."""
        if one.path == other.path:
            return ONE_FILE
        pair = (self.unit_of(one), self.unit_of(other))
        verdict = self._verdicts.get(pair)
        if verdict is None:
            if len(self._verdicts) > _MOST:
                self._verdicts.clear()
            verdict = self._verdicts[pair] = self._decide(*(self._each[number] for number in pair))
        by_folder = verdict is ONE_FOLDER or verdict is COMMON_FOLDER
        if by_folder and contradict(naming_of_file(one.path), naming_of_file(other.path)):
            return FILES_NAMED_APART if verdict is ONE_FOLDER else NAMED_APART
        return verdict

    def _decide(self, one: Unit, other: Unit) -> Verdict:
        built = _by_kustomizations(one, other)
        if one.declared is not None and other.declared is not None and built is not LEFT_OUT:
            return DECLARED if one.declared == other.declared else DECLARED_APART
        if built is not None:
            return built
        against = self._against(one.folder, other.folder)
        if against is not None:
            return against
        if one.declared != other.declared:
            return HALF_DECLARED
        return ONE_FOLDER if one.folder == other.folder else COMMON_FOLDER

    def _against(self, one: str, other: str) -> Verdict | None:
        """The evidence in the folders against it; None if there is none."""
        if one == other:
            return None
        if differ(naming_of(one), naming_of(other)):
            return NAMED_APART
        shared = common(one, other)
        first, second = below(shared, one), below(shared, other)
        if differ_in_a_number(first, second):
            return NUMBERED
        return None if self._holdings(shared, first).isdisjoint(self._holdings(shared, second)) else VERSIONS

    def _holdings(self, shared: str, folder: str) -> set[Identity]:
        """The objects of a folder and its subfolders; only its own if it is `shared` itself."""
        if self._held is None:
            self._held = {}
            for ref in self._refs:
                if ref.is_object:
                    self._held.setdefault(_own(ref.folder), set()).add(ref.identity)
                    for above in ancestors(ref.folder):
                        self._held.setdefault(above, set()).add(ref.identity)
        return self._held.get(_own(folder) if folder == shared else folder, set())

    def may_meet(self, service: Ref, behind: Ref) -> bool:
        """Whether an object may be a back end of a Service, judged by their folders only.

        It may if one folder contains only Services and the other only back ends. A folder with both is complete by
        itself. Objects without a namespace match only in similar folders.
        """
        if service.namespace is None and not are_neighbours(service.folder, behind.folder):
            return False
        shared = common(service.folder, behind.folder)
        mine, its = below(shared, service.folder), below(shared, behind.folder)
        if self._is_with(mine, shared, service.namespace, services=False):
            return False
        return not self._is_with(its, shared, service.namespace, services=True)

    def _is_with(self, folder: str, shared: str, namespace: str | None, *, services: bool) -> bool:
        """Whether a folder contains Services (else: workloads) that may be in a namespace."""
        if self._roles is None:
            self._roles = {key for ref in self._refs for key in _roles_of(ref)}
        place = _own(folder) if folder == shared else folder
        wanted = (namespace, None) if namespace is not None else (_ANY,)
        return any((place, one, services) in self._roles for one in wanted)

    def sort(self, own: Ref, others: Sequence[Ref], about: Hashable) -> Sorted:
        """Sort `others` by whether they are applied to the cluster of `own`.

        `about` is the cache key of `others`: the result is computed once per place of `own`.
        """
        if len(others) <= _FEW:
            answers = [(ref, self.between(own, ref).answer) for ref in others]
            sure, perhaps = (
                [ref for ref, said in answers if said is answer] for answer in (SameCluster.YES, SameCluster.OPEN)
            )
            return Sorted(Peers(sure), Peers(perhaps))
        crowd = self._crowds.get(about)
        if crowd is None:
            crowd = self._crowds[about] = Crowd(self._places(others))
        seen_from = self._seen_from(own, crowd)
        found = crowd.known.get(seen_from)
        if found is None:
            found = crowd.known[seen_from] = self._sorted(own, crowd)
        return found

    def place_of(self, ref: Ref) -> Spot:
        """The place of an object: objects of one place get the same answers."""
        return self.unit_of(ref), naming_of_file(ref.path)

    def _places(self, refs: Iterable[Ref]) -> dict[Spot, list[Ref]]:
        found: dict[Spot, list[Ref]] = {}
        for ref in refs:
            found.setdefault(self.place_of(ref), []).append(ref)
        return found

    def _seen_from(self, own: Ref, crowd: Crowd) -> Hashable:
        """The cache key of an answer: the place, or among very many places its certain evidence."""
        spot = self.place_of(own)
        unit = self._each[spot[0]]
        if len(crowd.places) > _MANY and unit.declared is not None:
            return ("declared", unit.declared)
        return ("roots", unit.roots) if len(crowd.places) > _MANY and unit.roots else spot

    def _sorted(self, own: Ref, crowd: Crowd) -> Sorted:
        found: dict[SameCluster, list[Ref]] = {answer: [] for answer in SameCluster}
        for refs in crowd.places.values() if len(crowd.places) <= _MANY else self._near(own, crowd):
            found[self.between(own, refs[0]).answer] += refs
        return Sorted(*(Peers(sorted(found[answer], key=_position)) for answer in (SameCluster.YES, SameCluster.OPEN)))

    def _near(self, own: Ref, crowd: Crowd) -> Iterator[list[Ref]]:
        """Yield the objects of places in the same cluster for sure, or else of the nearest few places."""
        if not crowd.by_key:
            for spot in crowd.places:
                for key in self._keys(self._each[spot[0]]):
                    crowd.by_key.setdefault(key, []).append(spot)
        spot = self.place_of(own)
        unit = self._each[spot[0]]
        near: dict[Spot, None] = {spot: None} if spot in crowd.places else {}
        for key in self._keys(unit):
            here = crowd.by_key.get(key, [])
            if not isinstance(key, str) or len(here) <= _MANY:
                near.update(dict.fromkeys(here))
            elif key.endswith(_ALONE):
                near.update(dict.fromkeys(here[:_MANY]))
        return (crowd.places[one] for one in near)

    @staticmethod
    def _keys(unit: Unit) -> Iterator[Hashable]:
        if unit.declared is not None:
            yield ("declared", unit.declared)
        yield from (("root", root) for root in unit.roots)
        if unit.declared is None and not unit.roots:
            yield _own(unit.folder)
            yield from ancestors(unit.folder)


def _position(ref: Ref) -> tuple[str, int]:
    return ref.path, ref.position


def _own(folder: str) -> str:
    """The key of a folder without its subfolders."""
    return folder + _ALONE


def _by_kustomizations(one: Unit, other: Unit) -> Verdict | None:
    """The verdict of kustomizations; None if they give no evidence.

    A file that the kustomization in its folder omits is applied by something else, if at all.
    """
    if not one.roots and not other.roots:
        return None
    if not set(one.roots).isdisjoint(other.roots):
        return BUILT
    if one.family == other.family:
        return OVERLAYS
    return LEFT_OUT if one.folder == other.folder else None


def _roles_of(ref: Ref) -> Iterable[tuple[str, str | None, bool]]:
    is_service = ref.kind == "Service"
    if is_service or ref.serves:
        places = (_own(ref.folder), *ancestors(ref.folder))
        return [(place, namespace, is_service) for place in places for namespace in (ref.namespace, _ANY)]
    return ()
