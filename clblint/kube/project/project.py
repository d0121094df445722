"""`Project`: the objects of all files of a run and their relations; each part of it answers one kind of question."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING

from clblint.fast import cached_property
from clblint.kube.project.assignment import Clusters, undeclared
from clblint.kube.project.claims import Addresses, Claims
from clblint.kube.project.cluster_facts import ClusterFacts
from clblint.kube.project.doubts import PodDoubts
from clblint.kube.project.duplicates import Duplicates
from clblint.kube.project.folder_traits import FolderTraits
from clblint.kube.project.objects import ObjectIndex
from clblint.kube.project.peers import Peers
from clblint.kube.project.pod_sources import EndpointsIndex, PodMakers
from clblint.kube.project.scalers import ScalerIndex
from clblint.kube.project.selectors import Selectors, WorkloadMatcher, matchable_labels
from clblint.kube.project.sorting import ClusterSorter
from clblint.kube.project.workloads import WorkloadIndex
from clblint.kube.workloads.pods import Workload
from clblint.kube.workloads.scaling import Scaler, Scaling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject, Service
    from clblint.kube.project.outline import Outline, ServiceRef
    from clblint.kube.project.overlays import Overlays
    from clblint.kube.project.refs import Ref

MAX_WORKLOADS = 100  # the most workloads of one Service that are read


class Project:
    """The objects of the project and how they relate; the objects themselves are read on access.

    Its parts are built from the outlines on first use.
    """

    def __init__(
        self,
        outlines: Iterable[Outline],
        load: Callable[[str], Manifest],
        declared: Callable[[str], str | None] = undeclared,
    ) -> None:
        self.outlines = sorted(outlines, key=itemgetter(0))
        self.load = load
        self._declared = declared
        self._selected: tuple[Service | None, Peers[Ref]] = (None, Peers())  # the last query and its result

    @cached_property
    def services(self) -> list[ServiceRef]:
        """The Services; one that a patch changes has no certain claims."""
        found = [service for outline in self.outlines for service in outline.services]
        if not self._overlays:
            return found
        changed = self._overlays.changes_claims
        return [
            service._replace(claims=()) if service.claims and changed(service.ref) else service for service in found
        ]

    @cached_property
    def objects(self) -> ObjectIndex:
        """The objects by place and name."""
        return ObjectIndex(self.outlines)

    @cached_property
    def clusters(self) -> Clusters:
        """Which objects and files are applied to one cluster."""
        return Clusters(self.objects.all, self._declared)

    @cached_property
    def claims(self) -> Claims:
        """Which Services claim the same."""
        return Claims(self.services, self._sorter)

    @cached_property
    def addresses(self) -> Addresses:
        """Which files use an address."""
        return Addresses(self.outlines, self._sorter)

    @cached_property
    def duplicates(self) -> Duplicates:
        """Which objects are there more than once."""
        return Duplicates(self.outlines, self.objects, self.traits, self._sorter)

    @cached_property
    def facts(self) -> ClusterFacts:
        """What manifests say about the cluster."""
        return ClusterFacts(self.outlines, self.clusters)

    @cached_property
    def traits(self) -> FolderTraits:
        """Which folders do not show all that is applied."""
        return FolderTraits(self.outlines)

    @cached_property
    def workloads(self) -> WorkloadIndex:
        """The workloads by namespace, folder, file and labels."""
        return WorkloadIndex([workload for outline in self.outlines for workload in outline.workloads])

    @cached_property
    def endpoints(self) -> EndpointsIndex:
        """Which Endpoints and EndpointSlices belong to a Service."""
        endpoints = [one for outline in self.outlines for one in outline.endpoints]
        return EndpointsIndex(endpoints, self.clusters, self.traits)

    @cached_property
    def doubts(self) -> PodDoubts:
        """What cannot be known about the pods behind Services."""
        return PodDoubts(self.workloads, self._matcher, self.clusters, self.traits, self._overlays)

    @cached_property
    def selectors(self) -> Selectors:
        """Which workloads a selector selects."""
        return Selectors(self._matcher, self.services, self.clusters, self._sorter)

    @cached_property
    def permissions(self) -> frozenset[str]:
        """The actions that newer CCM versions need and that RAM policies of the project allow."""
        return frozenset(action for outline in self.outlines for action in outline.traits.permissions)

    def resolve(self, ref: Ref) -> KubeObject:
        """The object behind a reference."""
        return self.load(ref.path).objects[ref.position]

    def selected_by(self, service: Service) -> Peers[Ref]:
        """The workloads that a Service selects; none if its selector cannot be known."""
        if self._selected[0] is not service:  # consecutive calls are mostly for the same Service
            own, selector = self.objects.ref_of(service), service.selector_values
            found = Peers() if own is None or selector is None else self.selectors.selected(selector, own)
            self._selected = (service, found)
        return self._selected[1]

    def workloads_of(self, service: Service) -> tuple[Workload, ...]:
        """The workloads that a Service selects, as objects; at most `MAX_WORKLOADS`."""
        things = map(self.resolve, islice(self.selected_by(service), MAX_WORKLOADS))
        return tuple(thing for thing in things if isinstance(thing, Workload))

    def selecting(self, workload: Ref) -> Peers[Ref]:
        """The Services that may select the pods of a workload."""
        return self.selectors.selecting(workload, self.workloads.labels_of(workload))

    def may_select(self, service: Service) -> bool:
        """Whether a Service may select pods that are not in the files.

        This is so if its selector is not known, if a file nearby is a template or unreadable, if endpoints may belong
        to it, if a custom resource in its namespace may make pods, or as `PodDoubts.may_match_more` says.
        """
        own, selector = self.objects.ref_of(service), service.selector_values
        if own is None or selector is None or not matchable_labels(selector):
            return True
        is_near_opaque = not own.is_built and self.traits.is_opaque(own.folder)
        if is_near_opaque or self.endpoints.may_be_of(own) or self._makers.may_make_pods(own):
            return True
        return self.doubts.may_match_more(own, selector)

    def may_select_more(self, service: Service) -> bool:
        """Whether a Service may select workloads of the project, but its selector or their labels are not known."""
        own, selector = self.objects.ref_of(service), service.selector_values
        if own is None or not service.selector:
            return False
        if selector is None:
            return self.doubts.matches_unknown_selector(own)
        return self.doubts.matches_vague_labels(own, selector)

    def scaling_of(self, workload: Workload) -> Scaling:
        """The scalers of a workload."""
        own = self.objects.ref_of(workload)
        if own is None:
            return Scaling()
        found = (map(self.resolve, refs) for refs in self._scalers.scaling(own))
        sure, perhaps = (tuple([thing for thing in things if isinstance(thing, Scaler)]) for things in found)
        return Scaling(sure, perhaps)

    def apply_patches(self, manifest: Manifest) -> None:
        """Mark the fields of the objects in a file that patches change as unknown; call it once per file."""
        if manifest.role.roots and self._overlays:
            self._overlays.apply(manifest, self.objects)

    @cached_property
    def _overlays(self) -> Overlays | None:
        """The patches of the project; None where there are none."""
        if not any(outline.patches for outline in self.outlines):
            return None
        from clblint.kube.project.overlays import Overlays  # noqa: PLC0415 - most projects have no kustomizations

        return Overlays(self.outlines)

    @cached_property
    def _sorter(self) -> ClusterSorter:
        return ClusterSorter(self.clusters)

    @cached_property
    def _matcher(self) -> WorkloadMatcher:
        return WorkloadMatcher(self.workloads, self.objects)

    @cached_property
    def _makers(self) -> PodMakers:
        return PodMakers(self.outlines, self.clusters)

    @cached_property
    def _scalers(self) -> ScalerIndex:
        return ScalerIndex([scaler for outline in self.outlines for scaler in outline.scalers], self.clusters)
