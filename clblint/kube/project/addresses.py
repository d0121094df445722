"""`Addresses`: the files in whose text an address stands."""

from __future__ import annotations

from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.outline import Outline
    from clblint.kube.project.refs import Ref
    from clblint.kube.project.sorting import ClusterSorter, Sorted


class Addresses:
    """The addresses in the text of files."""

    def __init__(self, outlines: Iterable[Outline], sorter: ClusterSorter) -> None:
        self._outlines = outlines
        self._sorter = sorter

    def users(self, own: Ref, address: str) -> Sorted[Outline]:
        """The files that use an address: those certainly for the cluster of `own`, and those perhaps for it."""
        return self._sorter.sort(own, self._by_address.get(address, []), ("address", address))

    @cached_property
    def _by_address(self) -> dict[str, list[Outline]]:
        found: dict[str, list[Outline]] = {}
        for outline in self._outlines:
            for address in outline.traits.addresses:
                found.setdefault(address, []).append(outline)
        return found
