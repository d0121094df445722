"""`Duplicates`: objects with the same identity, which are applied one after the other or are alternatives."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.kustomize.role import NOT_ONE
from clblint.kube.project.refs import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.folder_traits import FolderTraits
    from clblint.kube.project.objects import ObjectIndex
    from clblint.kube.project.outline import Outline
    from clblint.kube.project.peers import Peers
    from clblint.kube.project.refs import Identity, Ref
    from clblint.kube.project.sorting import ClusterSorter

_MAX_APPLIED_FILES = 2  # of more files with an object, people select one
_SCALER = "scaler"  # in place of the kind: scalers of one name are alternatives even if their kinds differ


class Duplicates:
    """The objects of the project that have a duplicate."""

    def __init__(
        self, outlines: Iterable[Outline], objects: ObjectIndex, traits: FolderTraits, sorter: ClusterSorter
    ) -> None:
        self._outlines = outlines
        self._objects = objects
        self._traits = traits
        self._sorter = sorter

    def before(self, own: Ref, most: int) -> tuple[list[Ref], int]:
        """The last `most` duplicates of an object that are applied before it, and the number of all.

        A kustomization selects files of its folder; if three or more files have the object, people select one of them.
        All files that a kustomization selects are applied.
        """
        found = self._objects.named(own.identity)
        if len(found) == 1:
            return [], 0
        sure, _ = self._sorter.sort(own, found, ("named", own.identity))
        parts = [sure.by_file[path] for path in self._applied(own, sure) if path in sure.by_file]
        built = sure.built_with(own.roots) if _is_built_once(own) else ()
        if built:
            parts = [built, *(part for part in parts if set(part[0].roots).isdisjoint(own.roots))]
        ends = [(part, part.before(own)) for part in parts]
        last = sorted((ref for part, end in ends for ref in part[max(end - most, 0) : end]), key=place_of)
        return last[-most:], sum(end for _, end in ends)

    def are_versions(self, one: Ref, other: Ref) -> bool:
        """Whether the files of two objects have more than one object in common."""
        return one.path != other.path and len(self._by_file[one.path] & self._by_file[other.path]) > 1

    def _applied(self, own: Ref, found: Peers[Ref]) -> list[str]:
        """The files that are all applied, without those that are alternatives of the object's own file."""
        if self._traits.is_kustomized(own.folder) or len(found.by_file) > _MAX_APPLIED_FILES:
            return [own.path]
        return [
            path for path, there in found.by_file.items() if path == own.path or not self._is_version(own, there[0])
        ]

    def _is_version(self, one: Ref, other: Ref) -> bool:
        """Whether two files may be alternatives of which only one is applied."""
        return self._traits.is_kustomized(other.folder) or self.are_versions(one, other)

    @cached_property
    def _by_file(self) -> dict[str, set[Identity]]:
        found: dict[str, set[Identity]] = {}
        for ref in self._objects.all:
            found.setdefault(ref.path, set()).add(ref.identity)
        for scaler in (ref for outline in self._outlines for ref, _ in outline.scalers):
            found.setdefault(scaler.path, set()).add(scaler._replace(kind=_SCALER).identity)
        return found


def _is_built_once(own: Ref) -> bool:
    """Whether an object has the same name and namespace in every build."""
    return NOT_ONE not in own.alias and (own.namespace is not None or len(own.roots) == 1)
