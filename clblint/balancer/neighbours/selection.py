"""`Selection`: the workloads that a Service selects, and those that its selector may have been meant for."""

from __future__ import annotations

from clblint.fast import Frozen, NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.balancer.back_ends import BackEnds
    from clblint.kube.endpoints import Endpoints
    from clblint.kube.fact import Fact
    from clblint.kube.workloads.pods import Workload

# Namespaces in which the platform installs pods that are in no project.
_PLATFORM_NAMESPACES = frozenset({"kube-system", "kube-public", "istio-system", "knative-serving", "arms-prom"})


class MeantWorkload(NamedTuple):
    """A workload that a selector may be meant for, and its first item that does not match.

    `elsewhere` says that all items match, but the workload is in another namespace.
    """

    workload: Workload
    at: Fact[str]
    elsewhere: bool = False


class Selection(Frozen):
    """The workloads that a Service with a load balancer selects, as far as they are in the project.

    `beside` are the workloads of the namespace that are applied with a Service that selects none, `own` those in its
    file that no Service selects, in any namespace. `hidden` says that it may select pods that are not in the files,
    `patched` that a kustomization may add a selector.
    """

    back_ends: BackEnds
    find_beside: Callable[[], tuple[Workload, ...]]
    find_own: Callable[[], tuple[Workload, ...]]
    find_endpoints: Callable[[], tuple[Endpoints, ...]]
    find_hidden: Callable[[], bool]
    find_patched: Callable[[], bool]
    find_elsewhere: Callable[[], bool]

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """The selected workloads."""
        return self.back_ends.workloads

    @property
    def beside(self) -> tuple[Workload, ...]:
        """If nothing is selected, the long-running workloads of the namespace that are applied with the Service."""
        return self.find_beside()

    @property
    def own(self) -> tuple[Workload, ...]:
        """The long-running workloads in the file of the Service that no Service selects."""
        return self.find_own()

    @property
    def endpoints(self) -> tuple[Endpoints, ...]:
        """The hand-written Endpoints and EndpointSlices of the Service."""
        return self.find_endpoints()

    @property
    def may_have_endpoints(self) -> bool:
        """Whether any Endpoints or EndpointSlice of the project may belong to the Service."""
        return self.find_elsewhere()

    @property
    def hidden(self) -> bool:
        """Whether the Service may select pods that are not in the files."""
        return self.find_hidden()

    @property
    def patched(self) -> bool:
        """Whether a kustomization may add a selector to the Service."""
        return self.find_patched()

    @property
    def meant(self) -> MeantWorkload | None:
        """If nothing is selected, the workload that may be meant, with the mismatch; None if there is none."""
        service = self.back_ends.service
        if not service.selector_values or self.workloads:
            return None
        misplaced = self._in_other_namespace
        if misplaced is not None:
            return MeantWorkload(misplaced, next(iter(service.selector.values())), elsewhere=True)
        nearest = self._nearest
        at = self._missing_in(nearest) if nearest is not None else None
        return MeantWorkload(nearest, at) if nearest is not None and at is not None else None

    @property
    def _in_other_namespace(self) -> Workload | None:
        """A workload in the Service's file with matching labels and another namespace; both are specified."""
        service, wanted = self.back_ends.service, (self.back_ends.service.selector_values or {}).items()
        found = (
            workload
            for workload in (self.own if service.namespace else ())
            if workload.namespace not in {None, service.namespace} and wanted <= workload.pod_labels.items()
        )
        return next(found, None)

    @property
    def _nearest(self) -> Workload | None:
        """The workload with the most matching labels, or the only one of the file; None if none has any."""
        service = self.back_ends.service
        from clblint.balancer.neighbours.agreement import agreement, nearest  # noqa: PLC0415 - most selectors match

        found = nearest(service.selector, self.beside)
        if found is not None:
            return found
        own = [workload for workload in self.own if workload.namespace == service.namespace]
        if len(own) != 1 or any(workload.path == service.path for workload in self.beside if workload not in own):
            return None
        *_, keys = agreement(service.selector, own[0])
        return own[0] if keys or service.namespace not in _PLATFORM_NAMESPACES else None

    def _missing_in(self, workload: Workload) -> Fact[str] | None:
        """The first selector item that the pods of a workload lack; None if that cannot be known."""
        selector = self.back_ends.service.selector
        return next((fact for key, fact in selector.items() if workload.lacks_label(key, fact.value)), None)
