"""`FolderContents`: the objects in each folder of the project and its subfolders."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.clusters.folders import ancestors, are_neighbours, below, common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.kube.project.refs import Identity, Ref

    Role = tuple[str, str | None, bool]  # a folder, a namespace, and whether it holds Services or else workloads of it

_OWN_SUFFIX = "/."  # suffix of the key of a folder without its subfolders
_ANY = "*"  # any namespace


class FolderContents:
    """The objects of the project by folder."""

    def __init__(self, objects: Sequence[Ref]) -> None:
        self._objects = objects

    def are_versions(self, one: str, other: str) -> bool:
        """Whether two folders, or their subfolders, contain versions of the same objects."""
        shared = common(one, other)
        first, second = (self._identities_in(shared, below(shared, folder)) for folder in (one, other))
        return not first.isdisjoint(second)

    def may_be_behind(self, behind: Ref, service: Ref) -> bool:
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

    def _identities_in(self, shared: str, folder: str) -> set[Identity]:
        """The objects of a folder and its subfolders; only its own if it is `shared` itself."""
        return self._identities.get(own_key(folder) if folder == shared else folder, set())

    def _is_with(self, folder: str, shared: str, namespace: str | None, *, services: bool) -> bool:
        """Whether a folder contains Services (else: workloads) that may be in a namespace."""
        place = own_key(folder) if folder == shared else folder
        wanted = (namespace, None) if namespace is not None else (_ANY,)
        return any((place, one, services) in self._roles for one in wanted)

    @cached_property
    def _identities(self) -> dict[str, set[Identity]]:
        found: dict[str, set[Identity]] = {}
        for ref in self._objects:
            for place in _places_of(ref):
                found.setdefault(place, set()).add(ref.identity)
        return found

    @cached_property
    def _roles(self) -> set[Role]:
        return {role for ref in self._objects for role in _roles_of(ref)}


def own_key(folder: str) -> str:
    """The key of a folder without its subfolders."""
    return folder + _OWN_SUFFIX


def _places_of(ref: Ref) -> tuple[str, ...]:
    return (own_key(ref.folder), *ancestors(ref.folder))


def _roles_of(ref: Ref) -> Iterable[Role]:
    is_service = ref.kind == "Service"
    if is_service or ref.serves:
        return [(place, namespace, is_service) for place in _places_of(ref) for namespace in (ref.namespace, _ANY)]
    return ()
