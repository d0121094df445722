"""`FolderTraits`: folders whose files do not show all that is applied: kustomizations, templates, unreadable files."""

from __future__ import annotations

import posixpath

from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.outline import Outline
    from clblint.kube.project.refs import Ref


class FolderTraits:
    """The properties of folders and kustomizations that follow from the files in them."""

    def __init__(self, outlines: Iterable[Outline]) -> None:
        self._outlines = outlines

    def is_kustomized(self, folder: str) -> bool:
        """Whether a folder contains a kustomization."""
        return folder in self._kustomized

    def is_joined(self, own: Ref) -> bool:
        """Whether the kustomization of an object also builds objects of a chart, a plugin or a remote base."""
        return not self._bringing.isdisjoint(own.roots)

    def is_opaque(self, folder: str) -> bool:
        """Whether a file in or near a folder is a template of manifests or unreadable."""
        # The folder, its parent, its children and its siblings.
        return not self._opaque.isdisjoint((folder, posixpath.dirname(folder)))

    def may_gain_selector(self, service: Ref) -> bool:
        """Whether a patch or kustomization may add a selector to a Service."""
        if service.is_built:
            return False
        return bool(service.roots) or self.is_kustomized(service.folder) or self.is_opaque(service.folder)

    @cached_property
    def _kustomized(self) -> set[str]:
        return {outline.folder for outline in self._outlines if outline.traits.is_kustomization}

    @cached_property
    def _bringing(self) -> set[str]:
        """The roots of kustomizations that build more than the files show."""
        return {root for outline in self._outlines if outline.traits.brings for root in outline.roots}

    @cached_property
    def _opaque(self) -> set[str]:
        """The folders with a file that hides something, and those above them."""
        holding = {outline.folder for outline in self._outlines if outline.traits.opaque}
        return holding.union(map(posixpath.dirname, holding))
