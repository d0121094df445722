"""`Rivals`: the objects with a claim from the view of one of them.

The list of all is shared, so that n clashing objects do not cost n² comparisons.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.project.peers import Peers
    from clblint.kube.project.refs import Claim, Ref
    from clblint.kube.project.sorting import ClusterSorter


def rivals_of(own: Ref, claim: Claim, claimants: list[Ref], sorter: ClusterSorter) -> tuple[Rivals, Rivals]:
    """Those who make a claim besides an object: those certainly in its cluster, and those perhaps in it."""
    sure, perhaps = sorter.sort(own, claimants, claim)
    return Rivals(own, sure), Rivals(own, perhaps)


class Rivals:
    """The peers of an object without the object itself and other versions of it."""

    __slots__ = ("_own", "_peers")

    def __init__(self, own: Ref, peers: Peers[Ref]) -> None:
        self._own = own.identity
        self._peers = peers

    def __len__(self) -> int:
        peers = self._peers
        return len(peers) - peers.identities.get(self._own, 0) if peers else 0

    def __iter__(self) -> Iterator[Ref]:
        at, end = 0, len(self._peers) if self else 0
        while at < end:
            ref = self._peers[at]
            if ref.identity != self._own:
                yield ref
                at += 1
            else:
                at = self._peers.next_other[at]
