"""`Project`: the objects of all files of a run and their relations; each part of it answers one kind of question.

A part is imported with its first question: most of them are about several files, and none is about a single one.
"""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.clusters.folders import is_outside
from clblint.kube.clusters.profile import unnamed
from clblint.kube.project.objects import ObjectIndex
from clblint.kube.project.peers import Peers
from clblint.kube.project.selectors import Selectors, WorkloadMatcher, are_beside, matchable_labels
from clblint.kube.project.workloads import WorkloadIndex
from clblint.light import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject
    from clblint.kube.project.addresses import Addresses
    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.claims import Claims
    from clblint.kube.project.cluster_facts import ClusterFacts
    from clblint.kube.project.duplicates import Duplicates
    from clblint.kube.project.elsewhere import SelectedElsewhere
    from clblint.kube.project.folder_traits import FolderTraits
    from clblint.kube.project.in_file import InFile
    from clblint.kube.project.outline import Outline, ServiceRef
    from clblint.kube.project.overlays import Overlays
    from clblint.kube.project.pod_sources import EndpointsIndex, PodMakers
    from clblint.kube.project.refs import Claim, Labels, Ref
    from clblint.kube.project.rivals import Rivals
    from clblint.kube.project.scalers import ScalerIndex
    from clblint.kube.project.sorting import ClusterSorter
    from clblint.kube.project.uncertain_pods import PodDoubts

MAX_WORKLOADS = 100  # the most workloads of one Service that are read


class Project:
    """The objects of the project and how they relate; the objects themselves are read on access.

    Its parts are built from the outlines on first use. `homes` are the folders of files that their paths do not tell,
    `declared` gives the declared cluster of a file.
    """

    def __init__(
        self,
        outlines: Iterable[Outline],
        load: Callable[[str], Manifest],
        declared: Callable[[str], str | None] = unnamed,
    ) -> None:
        self.outlines = sorted(outlines, key=itemgetter(0))
        self.homes: Mapping[str, str] = {}
        if any(one.home is not None or is_outside(one.path) for one in self.outlines):
            from clblint.kube.project.side_by_side import homes_of, side_by_side  # noqa: PLC0415 - most files are inside of the working folder

            self.homes = homes_of(self.outlines)
            side_by_side(self.outlines, self.homes)
        self.load = load
        self.declared = declared

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
    def by_path(self) -> dict[str, Outline]:
        """The outlines by file."""
        return {outline.path: outline for outline in self.outlines}

    @cached_property
    def objects(self) -> ObjectIndex:
        """The objects by place and name."""
        return ObjectIndex(self.outlines)

    @cached_property
    def workloads(self) -> WorkloadIndex:
        """The workloads by namespace, folder, file and labels."""
        return WorkloadIndex([workload for outline in self.outlines for workload in outline.workloads])

    @cached_property
    def claims(self) -> Claims:
        """Which Services claim what."""
        from clblint.kube.project.claims import Claims  # noqa: PLC0415 - few Services ask for what others may have

        return Claims(self.services)

    @cached_property
    def selectors(self) -> Selectors:
        """The selectors of Services."""
        return Selectors(self.services)

    @cached_property
    def permissions(self) -> frozenset[str]:
        """The actions that newer CCM versions need and that RAM policies of the project allow."""
        return frozenset(action for outline in self.outlines for action in outline.traits.permissions)

    @cached_property
    def has_facts(self) -> bool:
        """Whether manifests say anything about the cluster."""
        return any(outline.facts for outline in self.outlines)

    def facts_about(self, own: InFile | None) -> Sequence[RangeSetting]:
        """What manifests say about the cluster of an object or file; without one, all that they say."""
        return self._facts.about(own) if self.has_facts else ()

    def resolve(self, ref: Ref) -> KubeObject:
        """The object behind a reference."""
        return self.load(ref.path).objects[ref.position]

    def rivals(self, own: Ref, claim: Claim) -> tuple[Rivals | tuple[()], Rivals | tuple[()]]:
        """The other Services with a claim: those certainly in the cluster of `own`, and those perhaps in it."""
        claimants = self.claims.claimants(claim)
        if not claimants or claimants == [own]:  # as nearly always
            return (), ()
        from clblint.kube.project.rivals import rivals_of  # noqa: PLC0415 - few Services claim the same

        return rivals_of(own, claim, claimants, self._sorter)

    def duplicates_before(self, own: Ref, most: int) -> tuple[list[Ref], int]:
        """The last `most` duplicates of an object that are applied before it, and the number of all."""
        return ([], 0) if len(self.objects.named(own.identity)) == 1 else self.duplicates.before(own, most)

    def selected(self, selector: Mapping[str, str], own: Ref) -> Peers[Ref]:
        """The workloads whose pods the selector of a Service matches in its cluster."""
        found = self._matcher.matching(own.namespace, selector)
        return Peers(found) if are_beside(own, found) else self._elsewhere.selected(selector, own, found)

    def selecting(self, workload: Ref) -> Peers[Ref]:
        """The Services that may select the pods of a workload."""
        labels = self.workloads.labels_of(workload)
        by_label = self.selectors.by_label(workload, labels)
        for services in by_label:
            if services and not are_beside(workload, services):
                return self._elsewhere.selecting(workload, labels, by_label)
        return self.selectors.matched(labels, by_label)

    def may_select(self, own: Ref, selector: Mapping[str, str]) -> bool:
        """Whether a Service with this selector may select pods that are not in the files.

        This is so if a file nearby is a template or unreadable, if endpoints may belong to it, if a custom resource in
        its namespace may make pods, or as `PodDoubts.may_match_more` says.
        """
        if not matchable_labels(selector):
            return True
        is_near_opaque = not own.is_built and self.traits.is_opaque(own.folder)
        if is_near_opaque or self.endpoints.may_be_of(own) or self._makers.may_make_pods(own):
            return True
        return self.doubts.may_match_more(own, selector)

    def may_be_patched(self, workload: Ref, service: Ref) -> bool:
        """Whether the pods that a Service selects may differ from their template.

        A workload of the same name without labels is a patch, and sidecars may be put into pods. Besides, as
        `PodDoubts.may_be_changed` says.
        """
        if (workload.kind, workload.name) in self.workloads.unlabelled:
            return True
        if self._sidecars and any(set(one) <= set(self.workloads.labels_of(workload)) for one in self._sidecars):
            return True
        if workload.path == service.path or workload.folder == service.folder:  # the path tells most
            return False
        return self.doubts.may_be_changed(workload, service)

    def matches_vague_labels(self, own: Ref, selector: Mapping[str, str]) -> bool:
        """Whether the selector of a Service may match labels that cannot be known."""
        return bool(self.workloads.vague) and self.doubts.matches_vague_labels(own, selector)

    def scaling(self, workload: Ref) -> tuple[Sequence[Ref], Sequence[Ref]]:
        """The scalers of a workload: those certainly applied with it, and those that may be."""
        return self._scalers.scaling(workload) if self._scalers is not None else ((), ())

    def patches_on(self, own: Ref) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
        """What patches change of an object, and the annotations of it that every build overwrites, sorted."""
        return self._overlays.on(own) if own.roots and self._overlays else ((), ())

    @cached_property
    def clusters(self) -> Clusters:
        """Which objects and files are applied to one cluster."""
        from clblint.kube.project.assignment import Clusters  # noqa: PLC0415 - what is in one file is in one cluster

        return Clusters(self.objects.all, self.declared)

    @cached_property
    def addresses(self) -> Addresses:
        """Which files use an address."""
        from clblint.kube.project.addresses import Addresses  # noqa: PLC0415 - few Services have a known address

        return Addresses(self.outlines, self._sorter)

    @cached_property
    def duplicates(self) -> Duplicates:
        """Which objects are there more than once."""
        from clblint.kube.project.duplicates import Duplicates  # noqa: PLC0415 - few objects are there twice

        return Duplicates(self.outlines, self.objects, self.traits, self._sorter)

    @cached_property
    def traits(self) -> FolderTraits:
        """Which folders do not show all that is applied."""
        from clblint.kube.project.folder_traits import FolderTraits  # noqa: PLC0415 - few rules ask about what is not there

        return FolderTraits(self.outlines)

    @cached_property
    def endpoints(self) -> EndpointsIndex:
        """Which Endpoints and EndpointSlices belong to a Service."""
        from clblint.kube.project.pod_sources import EndpointsIndex  # noqa: PLC0415 - as above

        endpoints = [one for outline in self.outlines for one in outline.endpoints]
        return EndpointsIndex(endpoints, self.clusters, self.traits)

    @cached_property
    def doubts(self) -> PodDoubts:
        """What cannot be known about the pods behind Services."""
        from clblint.kube.project.uncertain_pods import PodDoubts  # noqa: PLC0415 - as above

        return PodDoubts(self.workloads, self._matcher, self.clusters, self.traits, self._overlays)

    @cached_property
    def _sidecars(self) -> list[Labels]:
        """The labels of pods into which objects of the project put containers with ports."""
        return [labels for outline in self.outlines for labels in outline.traits.sidecars]

    @cached_property
    def _facts(self) -> ClusterFacts:
        from clblint.kube.project.cluster_facts import ClusterFacts  # noqa: PLC0415 - few projects say anything

        return ClusterFacts(self.outlines, self.clusters)

    @cached_property
    def _scalers(self) -> ScalerIndex | None:
        """Which objects set the number of pods of a workload; None where there are none."""
        scalers = [scaler for outline in self.outlines for scaler in outline.scalers]
        if not scalers:
            return None
        from clblint.kube.project.scalers import ScalerIndex  # noqa: PLC0415 - few manifests scale anything

        return ScalerIndex(scalers, self.clusters)

    @cached_property
    def _overlays(self) -> Overlays | None:
        """The patches of the project; None where there are none."""
        if not any(outline.patches for outline in self.outlines):
            return None
        from clblint.kube.project.overlays import Overlays  # noqa: PLC0415 - most projects have no kustomizations

        return Overlays(self.outlines)

    @cached_property
    def _matcher(self) -> WorkloadMatcher:
        return WorkloadMatcher(self.workloads, self.objects)

    @cached_property
    def _elsewhere(self) -> SelectedElsewhere:
        from clblint.kube.project.elsewhere import SelectedElsewhere  # noqa: PLC0415 - most workloads are beside their Service

        return SelectedElsewhere(self.selectors, self.clusters, self._sorter)

    @cached_property
    def _sorter(self) -> ClusterSorter:
        from clblint.kube.project.sorting import ClusterSorter  # noqa: PLC0415 - what is in one file is in one cluster

        return ClusterSorter(self.clusters)

    @cached_property
    def _makers(self) -> PodMakers:
        from clblint.kube.project.pod_sources import PodMakers  # noqa: PLC0415 - few rules ask about what is not there

        return PodMakers(self.outlines, self.clusters)
