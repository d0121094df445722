"""`PodDoubts`: whether the pods of a Service may be others than those of the workloads that its selector matches."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.project.assignment import SameCluster
from clblint.kube.project.elsewhere import built_together
from clblint.kube.project.peers import remember
from clblint.kube.project.refs import may_be_same_namespace
from clblint.kube.project.selectors import matchable_labels
from clblint.kube.unrendered import is_unrendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.folder_traits import FolderTraits
    from clblint.kube.project.outline import WorkloadRef
    from clblint.kube.project.overlays import Overlays
    from clblint.kube.project.refs import Ref
    from clblint.kube.project.selectors import WorkloadMatcher
    from clblint.kube.project.workloads import WorkloadIndex


class PodDoubts:
    """What cannot be known about the pods behind Services."""

    def __init__(
        self,
        workloads: WorkloadIndex,
        matcher: WorkloadMatcher,
        clusters: Clusters,
        traits: FolderTraits,
        overlays: Overlays | None,
    ) -> None:
        self._workloads = workloads
        self._matcher = matcher
        self._clusters = clusters
        self._traits = traits
        self._overlays = overlays
        self._known: dict[Hashable, bool] = {}

    def may_match_more(self, own: Ref, selector: Mapping[str, str]) -> bool:
        """Whether the selector of a Service may match workloads of the project that it does not certainly select.

        This is so if their labels are not known, if only one of the two has a namespace, or if they may be in another
        cluster.
        """
        for namespace in self._perhaps_the_same(own.namespace):
            if any(self._clusters.may_meet(own, ref) for ref in self._matcher.matching(namespace, selector)):
                return True
        if self._is_in_doubt(own, selector):
            return True
        nearby = (ref for ref in self._relabelled if may_be_same_namespace(own.namespace, ref.namespace))
        if any(self._clusters.is_behind(ref, own) for ref in nearby):
            return True
        return self.matches_vague_labels(own, selector)

    def matches_vague_labels(self, own: Ref, selector: Mapping[str, str]) -> bool:
        """Whether the selector of a Service may match labels that cannot be known."""
        vague = self._workloads.vague
        return any(
            may_be_same_namespace(own.namespace, one.ref.namespace)
            and _may_match(selector, one)
            and self._clusters.may_meet(own, one.ref)
            for one in vague
        )

    def matches_unknown_selector(self, own: Ref) -> bool:
        """Whether there is any workload that a Service may select, whatever its selector is."""
        return any(may_be_same_namespace(own.namespace, namespace) for namespace in self._workloads.namespaces)

    def may_be_changed(self, workload: Ref, service: Ref) -> bool:
        """Whether the pods that a Service in another folder selects may differ from their template.

        A kustomization in only one of two folders is combined with others elsewhere, and two distant objects without a
        namespace may be in different namespaces.
        """
        if built_together(service, [workload]):
            return False
        if self._traits.is_kustomized(workload.folder) or self._traits.is_kustomized(service.folder):
            return True
        return service.namespace is None and self._clusters.verdict(workload, service).answer is SameCluster.NO

    def _is_in_doubt(self, own: Ref, selector: Mapping[str, str]) -> bool:
        """Whether a workload that the selector matches is perhaps, but not certainly, applied with a Service."""
        asked = (own.path, own.namespace, *sorted(selector.items()))
        known = self._known.get(asked)
        if known is None:
            found = self._matcher.matching(own.namespace, selector)
            is_open = any(not self._clusters.verdict(own, ref).certain for ref in found)
            known = remember(self._known, asked, is_open)
        return known

    def _perhaps_the_same(self, namespace: str | None) -> list[str | None]:
        """The other namespaces of workloads that may be the same as this one."""
        return [None] if namespace is not None else [other for other in self._workloads.namespaces if other is not None]

    @cached_property
    def _relabelled(self) -> list[Ref]:
        """The workloads whose labels a patch writes."""
        if not self._overlays:
            return []
        return [ref for ref, _ in self._workloads.running if ref.roots and self._overlays.relabels(ref)]


def _may_match(selector: Mapping[str, str], workload: WorkloadRef) -> bool:
    labels = dict(workload.labels)
    return all(
        key in labels and (labels[key] == value or is_unrendered(labels[key]))
        for key, value in matchable_labels(selector).items()
    )
