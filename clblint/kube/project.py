"""The objects of a whole project: who selects whom, and who claims what."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from clblint.kube.objects import Service
from clblint.kube.pods import Workload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject

    Identity = tuple[str | None, str, str]


class Ref(NamedTuple):
    """An object as the other files see it: plain values, cheap to store and to send between processes."""

    path: str
    position: int
    kind: str
    namespace: str | None
    name: str
    labels: tuple[tuple[str, str], ...]
    selector: tuple[tuple[str, str], ...]
    claims: tuple[tuple[str, str], ...]

    @property
    def folder(self) -> str:
        """The folder of its file."""
        return posixpath.dirname(self.path)

    @property
    def identity(self) -> Identity:
        """What makes it one object of a cluster."""
        return (self.namespace, self.kind, self.name)


def refs_of(manifest: Manifest, claims: Callable[[Service], Iterable[tuple[str, str]]]) -> list[Ref]:
    """The Services and workloads of a file as other files see them."""
    return list(_refs(manifest, claims))


def _refs(manifest: Manifest, claims: Callable[[Service], Iterable[tuple[str, str]]]) -> Iterator[Ref]:
    path = manifest.source.path
    for index, thing in enumerate(manifest.objects):
        if isinstance(thing, Service):
            selector = tuple(sorted((thing.selector_values or {}).items()))
            yield Ref(path, index, thing.kind, thing.namespace, thing.name.value, (), selector, tuple(claims(thing)))
        elif isinstance(thing, Workload):
            labels = tuple(sorted(thing.pod_labels.items()))
            yield Ref(path, index, thing.kind, thing.namespace, thing.name.value, labels, (), ())


class Project:
    """Every object of the project by namespace and label; the objects themselves are read when they are asked for."""

    def __init__(self, refs: Iterable[Ref], load: Callable[[str], Manifest]) -> None:
        self._load = load
        self.refs = sorted(refs, key=lambda ref: (ref.path, ref.position))
        self._workloads: dict[tuple[str | None, str, str], list[Ref]] = {}
        self._namespaces_with_workloads: set[str | None] = set()
        self._selectors: dict[tuple[str | None, str, str], list[Ref]] = {}  # Services by the first item of theirs
        self._claims: dict[tuple[str, str], list[Ref]] = {}
        self._folders: dict[str, set[Identity]] | None = None  # what a folder holds, and what with all below it
        self._by_place = {(ref.path, ref.position): ref for ref in self.refs}
        for ref in self.refs:
            self._add(ref)

    def _add(self, ref: Ref) -> None:
        if ref.kind == "Service":
            for key, value in ref.selector[:1]:
                self._selectors.setdefault((ref.namespace, key, value), []).append(ref)
        else:
            self._namespaces_with_workloads.add(ref.namespace)
        for key, value in ref.labels:
            self._workloads.setdefault((ref.namespace, key, value), []).append(ref)
        for claim in ref.claims:
            self._claims.setdefault(claim, []).append(ref)

    def ref_of(self, thing: KubeObject) -> Ref | None:
        """The reference to an object of the project."""
        return self._by_place.get((thing.path, thing.index))

    def resolve(self, ref: Ref) -> KubeObject:
        """The object behind a reference."""
        return self._load(ref.path).objects[ref.position]

    def selected(self, namespace: str | None, selector: dict[str, str], folder: str) -> list[Ref]:
        """The workloads whose pods a selector matches, of the folder nearest to the one that asks.

        Folders such as `dev/` and `prod/` hold the same objects for different clusters, so those that share the
        longest path with the asking folder are meant.
        """
        if not selector:
            return []
        lists = [self._workloads.get((namespace, key, value), []) for key, value in selector.items()]
        wanted = set(selector.items())
        found = [ref for ref in min(lists, key=len) if wanted.issubset(ref.labels)]
        if not found:
            return []
        nearness = [_shared_depth(folder, ref.folder) for ref in found]
        nearest = max(nearness)
        return [ref for ref, depth in zip(found, nearness, strict=True) if depth == nearest]

    def selected_by(self, service: Service) -> list[Ref]:
        """The workloads that a Service selects; none where its selector cannot be known."""
        own = self.ref_of(service)
        if own is None or service.selector_values is None:
            return []
        return self.selected(service.namespace, service.selector_values, own.folder)

    def workloads_of(self, service: Service) -> tuple[Workload, ...]:
        """The workloads that a Service selects, as objects."""
        things = (self.resolve(ref) for ref in self.selected_by(service))
        return tuple(thing for thing in things if isinstance(thing, Workload))

    def selecting(self, workload: Ref) -> list[Ref]:
        """The Services that select the pods of a workload."""
        labels = set(workload.labels)
        by_first = (self._selectors.get((workload.namespace, *label), ()) for label in workload.labels)
        return [ref for refs in by_first for ref in refs if labels.issuperset(ref.selector)]

    def claimants(self, claim: tuple[str, str]) -> list[Ref]:
        """The objects that make a claim."""
        return self._claims.get(claim, [])

    def together(self, one: Ref, other: Ref) -> bool:
        """Whether two objects are applied to the same cluster, as far as the folders tell.

        Folders further apart than neighbours say nothing. Folders that hold an object of the same identity are copies
        for different clusters (`dev/`, `prod/`), and two objects of one identity are versions of each other.
        """
        if one.identity == other.identity:
            return False
        first, second = one.folder, other.folder
        if first == second:
            return True
        shared = _common(first, second)
        if max(_depth(first), _depth(second)) > _depth(shared) + 1:
            return False
        return self._branch(shared, first).isdisjoint(self._branch(shared, second))

    def _branch(self, shared: str, folder: str) -> set[Identity]:
        """The objects of a folder below a shared one; its own where they are the same."""
        if self._folders is None:
            self._folders = {}
            for ref in self.refs:
                self._folders.setdefault(ref.folder + "/.", set()).add(ref.identity)
                for ancestor in _ancestors(ref.folder):
                    self._folders.setdefault(ancestor, set()).add(ref.identity)
        return self._folders.get(folder + "/." if folder == shared else folder, set())


def _ancestors(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        parent = posixpath.dirname(folder)
        if parent == folder:
            return
        folder = parent


def _common(one: str, other: str) -> str:
    parts = []
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            break
        parts.append(left)
    return "/".join(parts)


def _shared_depth(one: str, other: str) -> int:
    return _depth(_common(one, other))


def _depth(folder: str) -> int:
    return len(folder.split("/")) if folder else 0
