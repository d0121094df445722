"""`EndpointsIndex` and `PodMakers`: sources of back ends of a Service other than workloads in the files."""

from __future__ import annotations

from clblint.fast import cached_property
from clblint.kube.clusters.folders import are_neighbours
from clblint.kube.project.assignment import SameCluster
from clblint.kube.project.refs import may_be_same_namespace
from clblint.kube.unrendered import is_unrendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.project.assignment import Clusters
    from clblint.kube.project.folder_traits import FolderTraits
    from clblint.kube.project.outline import EndpointsRef, Outline
    from clblint.kube.project.refs import Ref


class EndpointsIndex:
    """The Endpoints and EndpointSlices of the project by the name of their Service."""

    def __init__(self, endpoints: Iterable[EndpointsRef], clusters: Clusters, traits: FolderTraits) -> None:
        self._endpoints = endpoints
        self._clusters = clusters
        self._traits = traits

    def of(self, service: Ref) -> list[Ref]:
        """Those of a Service that are applied with it."""
        found = self._by_service.get(service.name, [])
        return [ref for ref in found if ref.namespace == service.namespace and self._clusters.is_behind(ref, service)]

    def may_be_of(self, service: Ref) -> bool:
        """Whether any in the project, or any that the files do not show, may belong to a Service."""
        if is_unrendered(service.name):
            return bool(self._by_service)
        found = (*self._by_service.get(service.name, ()), *self._by_service.get(None, ()))
        namespaces = (ref.namespace for ref in found if self._clusters.may_meet(service, ref))
        return self._traits.is_joined(service) or any(
            may_be_same_namespace(service.namespace, one) for one in namespaces
        )

    @cached_property
    def _by_service(self) -> dict[str | None, list[Ref]]:
        found: dict[str | None, list[Ref]] = {}
        for ref, service in self._endpoints:
            found.setdefault(service, []).append(ref)
        return found


class PodMakers:
    """The files with custom resources from which an operator or a deployment tool may make pods, by namespace."""

    def __init__(self, outlines: Iterable[Outline], clusters: Clusters) -> None:
        self._outlines = outlines
        self._clusters = clusters
        self._known: dict[tuple[int, str | None], bool] = {}

    def may_make_pods(self, service: Ref) -> bool:
        """Whether pods may be made in the namespace of a Service."""
        key = (self._clusters.unit_of(service), service.namespace)
        known = self._known.get(key)
        if known is None:
            files = (
                files
                for namespace, files in self._by_namespace.items()
                if may_be_same_namespace(service.namespace, namespace or None)
            )
            known = self._known[key] = any(self._may_be_behind(outline, service) for each in files for outline in each)
        return known

    def _may_be_behind(self, maker: Outline, service: Ref) -> bool:
        """Whether the pods of a maker may be back ends of a Service; without a namespace, only if it is near."""
        answer = self._clusters.between(service, maker).answer
        near = service.namespace is not None or are_neighbours(service.folder, maker.folder)
        return answer is SameCluster.YES or (near and answer is SameCluster.OPEN)

    @cached_property
    def _by_namespace(self) -> dict[str, list[Outline]]:
        found: dict[str, list[Outline]] = {}
        for outline in self._outlines:
            for namespace in outline.traits.makers:
                found.setdefault(namespace, []).append(outline)
        return found
