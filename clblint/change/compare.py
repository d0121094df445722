"""Compares the files of two revisions; `changes` returns the changes of their Services."""

from __future__ import annotations

import posixpath

from clblint.build import build
from clblint.change.change import Change
from clblint.change.matching import ServiceInFile, match, nameless_of, services_of, successors, with_nameless
from clblint.fast import NamedTuple
from clblint.kube.admission.service import rejection_of
from clblint.kube.kustomize.role import KUSTOMIZATIONS
from clblint.kube.objects import Service
from clblint.source.place import Place, Span
from clblint.source.walk import to_json, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from clblint.balancer.model import LoadBalancer
    from clblint.change.matching import Pair
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.manifest import Manifest


class RevisionFiles(NamedTuple):
    """The manifests of one revision by path, relative to the compared folder; built ones by the path of their root.

    `names` maps displayed paths to the paths of files where these differ. `lacks_builds` says that some root builds in
    one of the revisions only, so that other roots may have replaced it.
    """

    manifests: dict[str, Manifest]
    names: Mapping[str, str] = {}
    lacks_builds: bool = False

    @property
    def services(self) -> list[ServiceInFile]:
        """The Services of all files."""
        return [held for path, manifest in self.manifests.items() for held in services_of(path, manifest.objects)]

    @property
    def vague(self) -> int:
        """The number of Services whose name cannot be known."""
        return sum(_is_vague(thing) for manifest in self.manifests.values() for thing in manifest.objects)

    @property
    def nameless(self) -> list[ServiceInFile]:
        """The Services without a readable name."""
        return [held for path, manifest in self.manifests.items() for held in nameless_of(path, manifest.objects)]


class RemovedPlace:
    """A place for something removed: the first line of the file that contained it."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def place(self) -> Place:
        """The beginning of the file."""
        return Place(self.path, Span(1, 1, 1, 1))


class ReportScope(NamedTuple):
    """The files to report on: those of the new revision, and those of the old one whose Services may be removed.

    A built Service counts for each file that a part of it comes from; the paths are displayed ones. `changed` are the
    paths of new and modified files, None for all files.
    """

    new: frozenset[str]
    old: frozenset[str]
    changed: Container[str] | None = None

    def covers(self, pair: Pair) -> bool:
        """Whether a pair is in one of these files."""
        if pair.new is not None:
            return _is_in(pair.new, self.new)
        return pair.old is not None and _is_in(pair.old, self.old)

    def place_of_removed(self, held: ServiceInFile, home: str) -> RemovedPlace | None:
        """Where to report that a Service is gone: its file, or a kustomization that named it; None if none is left.

        `home` is the path of the file that contained it.
        """
        beside = (posixpath.join(posixpath.dirname(home), name) for name in KUSTOMIZATIONS) if home != held.path else ()
        changed = (path for path in (home, *beside) if self.changed is None or path in self.changed)
        left = next((path for path in (*changed, held.path, home) if path in self.new), None)
        return RemovedPlace(left) if left is not None else None


def _is_in(held: ServiceInFile, paths: Container[str]) -> bool:
    return held.path in paths or (
        bool(held.service.built_by) and any(node.source.path in paths for node in walk(held.service.node))
    )


def changes(
    old: RevisionFiles,
    new: RevisionFiles,
    around: Callable[[str], tuple[Cluster, Inventory | None]],
    asked: ReportScope,
) -> list[Change]:
    """The changes of Services that are or were of type LoadBalancer.

    `around(path)` returns the cluster that a file is applied to, and the inventory of its cloud.
    """
    strays = new.vague - old.vague
    matched = match(old.services, new.services)
    if old.lacks_builds or _breaks_roots(old, new) or _breaks_roots(new, old):
        matched = [pair for pair in matched if not _is_of_lone_root(pair, old, new)]
    pairs = [pair for pair in matched if not _may_be_both(pair, old, new, strays)]
    nameless = new.nameless
    rejected = {
        id(held.service) for held in (*new.services, *nameless) if rejection_of(held.service, around(held.path)[0])
    }
    pairs = with_nameless(pairs, (held for held in nameless if id(held.service) in rejected))
    follow = {key: service for key, service in successors(pairs).items() if id(service) not in rejected}
    moving = any(map(_gets_class, pairs))  # an NLB may take the place of a CLB that nobody touched
    pairs = [pair for pair in pairs if asked.covers(pair) and (moving or not _are_built_alike(pair))]

    def made(held: ServiceInFile) -> LoadBalancer:
        cluster, inventory = around(held.path)
        return build(held.service, cluster, inventory=inventory)

    found = (_change(pair, follow, made, _gone_at(pair, old, asked)) for pair in pairs)
    return [change for change in found if change is not None]


def _may_be_both(pair: Pair, old: RevisionFiles, new: RevisionFiles, strays: int) -> bool:
    """Whether a Service without a counterpart may have one in an unreadable file or under an unknown name.

    `strays`: the surplus of Services with unknown names in the new revision.
    """
    if pair.new is None:
        return pair.old is not None and (_is_unreadable(pair.old.path, new) or strays > 0)
    return pair.old is None and (_is_unreadable(pair.new.path, old) or strays < 0)


def _breaks_roots(side: RevisionFiles, other: RevisionFiles) -> bool:
    """Whether a kustomization that builds Services cannot be read in the other revision: its bases are roots there."""
    return any(held.service.built_by and _is_unreadable(held.path, other) for held in side.services)


def _is_of_lone_root(pair: Pair, old: RevisionFiles, new: RevisionFiles) -> bool:
    """Whether a Service without a counterpart is of a root that the other revision does not have."""
    if pair.old is not None and pair.new is not None:
        return False
    held, other = (pair.old, new) if pair.new is None else (pair.new, old)
    return held is not None and bool(held.service.built_by) and held.path not in other.manifests


def _gets_class(pair: Pair) -> bool:
    """Whether a Service gets a `loadBalancerClass`."""
    wanted = pair.new.service.load_balancer_class if pair.new is not None else None
    if wanted is None or not wanted.is_set:
        return False
    return pair.old is None or not pair.old.service.load_balancer_class.equals(wanted)


def _are_built_alike(pair: Pair) -> bool:
    """Whether kustomizations build the same Service in both revisions, wherever its values are written."""
    if pair.old is None or pair.new is None or not (pair.old.service.built_by and pair.new.service.built_by):
        return False
    return bool(to_json(pair.old.service.node) == to_json(pair.new.service.node))


def _gone_at(pair: Pair, old: RevisionFiles, asked: ReportScope) -> RemovedPlace | None:
    if pair.old is None or pair.new is not None:
        return None
    shown = pair.old.service.name.place.path
    return asked.place_of_removed(pair.old, old.names.get(shown, shown) if pair.old.service.built_by else pair.old.path)


def _is_unreadable(path: str, side: RevisionFiles) -> bool:
    manifest = side.manifests.get(path)
    return manifest is not None and (manifest.opaque or manifest.template or bool(manifest.broken))


def _is_vague(thing: object) -> bool:
    """Whether it is a Service whose name cannot be known."""
    return isinstance(thing, Service) and thing.name.is_set and not thing.name.readable


def _change(
    pair: Pair, follow: dict[int, Service], made: Callable[[ServiceInFile], LoadBalancer], gone_at: RemovedPlace | None
) -> Change | None:
    sides = [held.service for held in pair if held is not None]
    if not any(service.type.value == "LoadBalancer" for service in sides):
        return None
    old, new = (made(held) if held else None for held in pair)
    if old is not None and old.rejection is not None:  # so it never existed in the cluster
        old = None
    if old is None and new is None:
        return None
    return Change(
        old=old,
        new=new,
        gone_at=gone_at,
        successor=follow.get(id(pair.old.service)) if pair.old else None,
    )
