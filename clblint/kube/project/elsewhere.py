"""`SelectedElsewhere`: the workloads that a Service selects, and the Services that select one, in other files."""

from __future__ import annotations

from clblint.kube.clusters.folders import common, depth
from clblint.kube.project.peers import Peers, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.refs import Labels, Ref
    from clblint.kube.project.selectors import Selectors
    from clblint.kube.project.sorting import ClusterSorter


class SelectedElsewhere:
    """Resolves selectors of Services within a cluster."""

    def __init__(self, selectors: Selectors, clusters: Clusters, sorter: ClusterSorter) -> None:
        self._selectors = selectors
        self._clusters = clusters
        self._sorter = sorter
        self._selected: dict[Hashable, Peers[Ref]] = {}  # by what a selector depends on
        self._selecting: dict[Hashable, Peers[Ref]] = {}

    def selected(self, selector: Mapping[str, str], own: Ref, found: list[Ref]) -> Peers[Ref]:
        """Those of the workloads that the selector of a Service matches that are in its cluster.

        Those that are certainly applied with it, or else the nearest ones that may be. If a workload exists in several
        equally near folders, none is chosen. Without a namespace, distant workloads may be in another namespace.
        """
        asked = (self._clusters.place_of(own), own.namespace, *sorted(selector.items()))
        known = self._selected.get(asked)
        if known is None:
            known = remember(self._selected, asked, Peers(self._find_selected(selector, own, found)))
        return known

    def selecting(self, workload: Ref, labels: Labels, by_label: Sequence[Sequence[Ref]]) -> Peers[Ref]:
        """The Services in the cluster of a workload that may select its pods, of those by each of its labels."""
        asked = (self._clusters.place_of(workload), workload.namespace, labels)
        known = self._selecting.get(asked)
        if known is None:
            found = self._selectors.matched(labels, self._find_selecting(workload, labels, by_label))
            known = remember(self._selecting, asked, found)
        return known

    def _find_selected(self, selector: Mapping[str, str], own: Ref, found: list[Ref]) -> list[Ref]:
        """Those that a selector matches in the cluster of a Service, of those that it matches in any."""
        sure, perhaps = self._sorter.sort(own, found, ("pods", own.namespace, *sorted(selector.items())))
        if sure:
            return sure if own.namespace is not None else built_together(own, sure) or _nearest(own, sure)
        near = _nearest(own, [ref for ref in perhaps if self._clusters.contents.may_be_behind(ref, own)])
        return near if len({ref.identity for ref in near}) == len(near) else []

    def _find_selecting(
        self, workload: Ref, labels: Labels, by_label: Sequence[Sequence[Ref]]
    ) -> Iterator[Iterable[Ref]]:
        """Yield the Services of each label that are in the cluster of a workload, or may be."""
        for label, services in zip(labels, by_label, strict=True):
            if services:
                yield from self._sorter.sort(workload, services, ("selecting", workload.namespace, *label))


def built_together(own: Ref, found: list[Ref]) -> list[Ref]:
    """The objects that a kustomization builds together with `own`."""
    roots = set(own.roots)
    return [ref for ref in found if not roots.isdisjoint(ref.roots)] if roots else []


def _nearest(own: Ref, found: list[Ref]) -> list[Ref]:
    """The objects whose folders have the longest common path with that of `own`."""
    nearness = [depth(common(own.folder, ref.folder)) for ref in found]
    return [ref for ref, near in zip(found, nearness, strict=True) if near == max(nearness)]
