"""`Project`: the objects of all files of a run and their relations; each part of it answers one kind of question."""

from __future__ import annotations

from bisect import bisect_left

from clblint.fast import cached_property
from clblint.kube.clusters.folders import folder_of
from clblint.kube.project.assignment import Clusters, undeclared
from clblint.kube.project.claims import Addresses, Claims
from clblint.kube.project.cluster_facts import ClusterFacts
from clblint.kube.project.duplicates import Duplicates
from clblint.kube.project.folder_traits import FolderTraits
from clblint.kube.project.objects import ObjectIndex
from clblint.kube.project.pod_sources import EndpointsIndex, PodMakers
from clblint.kube.project.scalers import ScalerIndex
from clblint.kube.project.selectors import Selectors, WorkloadMatcher, matchable_labels
from clblint.kube.project.side_by_side import homes_of, is_outside, side_by_side
from clblint.kube.project.sorting import ClusterSorter
from clblint.kube.project.uncertain_pods import PodDoubts
from clblint.kube.project.workloads import WorkloadIndex
from clblint.light import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject
    from clblint.kube.project.outline import Outline, ServiceRef
    from clblint.kube.project.overlays import Overlays
    from clblint.kube.project.peers import Peers
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
        self._homes = homes_of(self.outlines)
        side_by_side(self.outlines, self._homes)
        self.load = load
        self._declared = declared

    def changed(self, path: str, outline: Outline | None) -> Project:
        """The project after the change of one file; this one must not be used any more.

        The largest indexes are changed, all others are made again on first use. None stands for no outline.
        """
        if self._moves(path, outline):
            others = [one for one in self.outlines if one.path != path]
            return Project([*others, outline] if outline is not None else others, self.load, self._declared)
        made = Project((), self.load, self._declared)
        made.outlines, made._homes = self.outlines, self._homes
        fresh = [outline] if outline is not None else []
        side_by_side(fresh, self._homes)
        outline = next(iter(fresh), None)
        at = bisect_left(self.outlines, path, key=itemgetter(0))
        old = self.outlines[at] if at < len(self.outlines) and self.outlines[at].path == path else None
        self.outlines[at : at + (old is not None)] = fresh
        known = vars(self)
        if "objects" in known:
            self.objects.change(path, old, outline)
            vars(made)["objects"] = self.objects
        if "workloads" in known:
            before, after = (one.workloads if one is not None else () for one in (old, outline))
            self.workloads.change(path, before, after)
            vars(made)["workloads"] = self.workloads
        known.clear()
        return made

    def _moves(self, path: str, outline: Outline | None) -> bool:
        """Whether a change of a file may change the folders of others."""
        if self._homes:
            return outline is None or folder_of(path) not in self._homes
        return is_outside(path)

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

    def selecting(self, workload: Ref) -> Peers[Ref]:
        """The Services that may select the pods of a workload."""
        return self.selectors.selecting(workload, self.workloads.labels_of(workload))

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

    def patches_on(self, own: Ref) -> tuple[tuple[tuple[str, str, str], ...], tuple[str, ...]]:
        """What patches change of an object, and the annotations of it that every build overwrites, sorted."""
        return self._overlays.on(own) if own.roots and self._overlays else ((), ())

    @cached_property
    def scalers(self) -> ScalerIndex:
        """Which objects set the number of pods of a workload."""
        return ScalerIndex([scaler for outline in self.outlines for scaler in outline.scalers], self.clusters)

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
