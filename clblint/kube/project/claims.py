"""`Claims`: Services that claim an exclusive resource, such as a node port; `Addresses`: files that use an address."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.project.peers import Rivals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.outline import Outline, ServiceRef
    from clblint.kube.project.refs import Claim, Ref
    from clblint.kube.project.sorting import ClusterSorter, Sorted


class Claims:
    """The claims of Services."""

    def __init__(self, services: Iterable[ServiceRef], sorter: ClusterSorter) -> None:
        self._services = services
        self._sorter = sorter

    def claimants(self, claim: Claim) -> list[Ref]:
        """The Services that make a claim, in any cluster."""
        return self._by_claim.get(claim, [])

    def rivals(self, own: Ref, claim: Claim) -> tuple[Rivals, Rivals]:
        """The other Services with a claim: those certainly in the cluster of `own`, and those perhaps in it."""
        sure, perhaps = self._sorter.sort(own, self.claimants(claim), claim)
        return Rivals(own, sure), Rivals(own, perhaps)

    @cached_property
    def _by_claim(self) -> dict[Claim, list[Ref]]:
        found: dict[Claim, list[Ref]] = {}
        for service in self._services:
            for claim in dict.fromkeys(service.claims):
                found.setdefault(claim, []).append(service.ref)
        return found


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
