"""`Selectors`: which workloads a Service selects, and which Services may select a workload."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.clusters.folders import common, depth
from clblint.kube.project.peers import Peers, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.objects import ObjectIndex
    from clblint.kube.project.outline import ServiceRef
    from clblint.kube.project.refs import Labels, Ref
    from clblint.kube.project.sorting import ClusterSorter
    from clblint.kube.project.workloads import WorkloadIndex

# Labels that controllers add to their pods: they are not in pod templates.
_POD_NAME = "statefulset.kubernetes.io/pod-name"
_GIVEN_TO_PODS = frozenset(
    {
        _POD_NAME, "apps.kubernetes.io/pod-index", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name",
        "controller-revision-hash", "controller-uid", "job-name", "pod-template-generation", "pod-template-hash",
    }
)  # fmt: skip
_FEW = 8


class WorkloadMatcher:
    """Finds the workloads whose pods a selector matches, in any cluster."""

    def __init__(self, workloads: WorkloadIndex, objects: ObjectIndex) -> None:
        self._workloads = workloads
        self._objects = objects
        self._known: dict[Hashable, list[Ref]] = {}

    def matching(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        """The workloads of a namespace whose pod template matches a selector."""
        asked = (namespace, *sorted(selector.items()))
        known = self._known.get(asked)
        if known is None:
            known = remember(self._known, asked, self._find(namespace, selector))
        return known

    def _find(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        labels, pod = matchable_labels(selector), selector.get(_POD_NAME)
        if not labels:
            return self._objects.named((namespace, "StatefulSet", _owner_of(pod))) if pod else []
        found = self._workloads.with_labels(namespace, labels)
        return [ref for ref in found if ref.built_name == _owner_of(pod)] if pod else found


class Selectors:
    """Resolves selectors of Services within a cluster."""

    def __init__(
        self, matcher: WorkloadMatcher, services: Iterable[ServiceRef], clusters: Clusters, sorter: ClusterSorter
    ) -> None:
        self._matcher = matcher
        self._services = services
        self._clusters = clusters
        self._sorter = sorter
        self._selected: dict[Hashable, Peers[Ref]] = {}  # by what a selector depends on
        self._selecting: dict[Hashable, Peers[Ref]] = {}

    def selected(self, selector: Mapping[str, str], own: Ref) -> Peers[Ref]:
        """The workloads whose pods the selector of a Service matches in its cluster.

        Those that are certainly applied with it, or else the nearest ones that may be. If a workload exists in several
        equally near folders, none is chosen. Without a namespace, distant workloads may be in another namespace.
        """
        found = self._matcher.matching(own.namespace, selector)
        if _are_beside(own, found):
            return Peers(found)
        asked = (self._clusters.place_of(own), own.namespace, *sorted(selector.items()))
        known = self._selected.get(asked)
        if known is None:
            known = remember(self._selected, asked, Peers(self._find_selected(selector, own, found)))
        return known

    def selecting(self, workload: Ref, labels: Labels) -> Peers[Ref]:
        """The Services that may select the pods of a workload, which have these labels."""
        by_label = [self._by_first_label.get((workload.namespace, *label), ()) for label in labels]
        if all(_are_beside(workload, services) for services in by_label):
            return self._matched(labels, by_label)
        asked = (self._clusters.place_of(workload), workload.namespace, labels)
        known = self._selecting.get(asked)
        if known is None:
            known = remember(self._selecting, asked, self._matched(labels, self._find_selecting(workload, labels)))
        return known

    def _matched(self, labels: Labels, by_label: Iterable[Iterable[Ref]]) -> Peers[Ref]:
        """The Services among some whose selectors match these labels."""
        there = set(labels)
        return Peers([ref for services in by_label for ref in services if there.issuperset(self._selectors[ref])])

    def _find_selected(self, selector: Mapping[str, str], own: Ref, found: list[Ref]) -> list[Ref]:
        """Those that a selector matches in the cluster of a Service, of those that it matches in any."""
        sure, perhaps = self._sorter.sort(own, found, ("pods", own.namespace, *sorted(selector.items())))
        if sure:
            return sure if own.namespace is not None else built_together(own, sure) or _nearest(own, sure)
        near = _nearest(own, [ref for ref in perhaps if self._clusters.contents.may_be_behind(ref, own)])
        return near if len({ref.identity for ref in near}) == len(near) else []

    def _find_selecting(self, workload: Ref, labels: Labels) -> Iterator[Iterable[Ref]]:
        """Yield the Services of each label that are in the cluster of a workload, or may be."""
        for label in labels:
            key = (workload.namespace, *label)
            services = self._by_first_label.get(key)
            if services:
                yield from self._sorter.sort(workload, services, ("selecting", *key))

    @cached_property
    def _selectors(self) -> dict[Ref, Labels]:
        return {service.ref: service.selector for service in self._services}

    @cached_property
    def _by_first_label(self) -> dict[tuple[str | None, str, str], list[Ref]]:
        """The Services by namespace and the first label of their selectors."""
        found: dict[tuple[str | None, str, str], list[Ref]] = {}
        for service in self._services:
            for key, value in service.selector[:1]:
                found.setdefault((service.ref.namespace, key, value), []).append(service.ref)
        return found


def _are_beside(own: Ref, found: Sequence[Ref]) -> bool:
    """Whether a few objects are all in the file of another one, and so in its cluster: nearly always."""
    return len(found) <= _FEW and all(ref.path == own.path for ref in found)


def matchable_labels(selector: Mapping[str, str]) -> dict[str, str]:
    """The labels of a selector that pod templates can have, without those that controllers add."""
    return {key: value for key, value in selector.items() if key not in _GIVEN_TO_PODS}


def built_together(own: Ref, found: list[Ref]) -> list[Ref]:
    """The objects that a kustomization builds together with `own`."""
    roots = set(own.roots)
    return [ref for ref in found if not roots.isdisjoint(ref.roots)] if roots else []


def _nearest(own: Ref, found: list[Ref]) -> list[Ref]:
    """The objects whose folders have the longest common path with that of `own`."""
    nearness = [depth(common(own.folder, ref.folder)) for ref in found]
    return [ref for ref, near in zip(found, nearness, strict=True) if near == max(nearness)]


def _owner_of(pod: str) -> str:
    """The name of the StatefulSet of a pod with this name."""
    return pod.rpartition("-")[0]
