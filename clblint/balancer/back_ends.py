"""`BackEnds`: the pods or nodes behind a Service, for CLBs and NLBs alike (reconcile/backend)."""

from __future__ import annotations

from itertools import combinations

from clblint.balancer.facts import derived, unknowable
from clblint.balancer.handling import NLB
from clblint.fast import Frozen, NamedTuple, cached_property
from clblint.kube.workloads.pods import UNSCALED
from clblint.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.balancer.annotations import Annotations
    from clblint.balancer.values.backend_label import LabelEnd, LabelItem
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort
    from clblint.kube.project.questions import Questions
    from clblint.kube.workloads.pods import Scaling, Workload

ENI, LOCAL, CLUSTER = "eni", "local", "cluster"
DUAL_STACK_GATE = "IPv6DualStack"  # a feature of the CCM; without it back ends have IPv4 addresses


def _none() -> tuple[Workload, ...]:
    return ()


def _unscaled(_: Workload) -> Scaling:
    return UNSCALED


class WorkloadFinder(NamedTuple):
    """Finds the workloads behind a Service on access; by default, without a project, none.

    `selected` returns the workloads that the Service selects, `scaling_of` the scalers of one, `may_be_more` whether it
    may select unknown ones, too.
    """

    selected: Callable[[], tuple[Workload, ...]] = _none
    scaling_of: Callable[[Workload], Scaling] = _unscaled
    may_be_more: Callable[[], bool] = bool


NO_PROJECT = WorkloadFinder()


def finder_in(project: Questions, service: Service) -> WorkloadFinder:
    """Finds the workloads of a project that a Service selects."""
    return WorkloadFinder(
        partial(project.workloads_of, service), project.scaling_of, partial(project.may_select_more, service)
    )


class BackEnds(Frozen):
    """The back ends of one Service: whether they are pods or nodes, and the selected workloads."""

    service: Service
    cluster: Cluster
    annotations: Annotations
    handled_by: Fact[str]
    finder: WorkloadFinder

    @property
    def ports(self) -> tuple[ServicePort, ...]:
        """The ports of the Service."""
        return self.service.ports

    @cached_property
    def mode(self) -> Fact[str]:
        """Their kind: pods (`eni`), the nodes that run pods (`local`), or all nodes (`cluster`).

        BE:setTrafficPolicy, SU:IsENIBackendType: exactly `eni`, anything else that is not empty means nodes.
        """
        asked, policy = self.annotations.get("backend-type"), self.service.external_traffic_policy
        if not asked.known:
            return unknowable(asked, CLUSTER)
        if asked.value == ENI:
            return asked
        default = self.cluster.default_back_ends
        if not asked.value and default.value == ENI:
            return default
        nodes = LOCAL if policy.value == "Local" else CLUSTER
        return unknowable(policy, nodes) if not asked.value and not default.known else derived(policy, nodes)

    @property
    def are_pods(self) -> bool:
        """Whether they are known to be pods; False without ports."""
        return bool(self.ports) and self.mode.is_(ENI)

    @property
    def are_nodes(self) -> bool:
        """Whether they are known to be nodes; False without ports."""
        return bool(self.ports) and self.mode.is_not(ENI)

    @property
    def are_local(self) -> bool:
        """Whether they are known to be the nodes that run pods."""
        return bool(self.ports) and self.mode.is_(LOCAL)

    @property
    def pods_by_default(self) -> bool:
        """Whether pods are the default back ends in the cluster."""
        return self.cluster.service_backend_type.value == ENI

    @property
    def declared(self) -> bool:
        """Whether their kind is declared; without a declaration, pods are the default of recent Terway clusters."""
        cluster = self.cluster.declared
        says = self.annotations.get("backend-type").value or cluster.service_backend_type.given
        return bool(says) or (cluster.network_plugin is not None and cluster.network_plugin.value == "flannel")

    @property
    def label_items(self) -> tuple[LabelItem, ...]:
        """The items of `backend-label`; none if its value is unknown."""
        annotation = self.annotations.get("backend-label")
        if not annotation.holds:
            return ()
        from clblint.balancer.values.backend_label import LabelItem  # noqa: PLC0415 - few Services have the annotation
        from clblint.balancer.values.item import items_of  # noqa: PLC0415 - as above

        return items_of(LabelItem, annotation, self)

    @cached_property
    def label_end(self) -> LabelEnd | None:
        """The item of `backend-label` at which the CCM gives up; None if it does not."""
        from clblint.balancer.values.backend_label import label_end  # noqa: PLC0415 - few Services have the annotation

        return label_end(self.label_items)

    @property
    def by_address(self) -> Fact[bool]:
        """Whether they are added by IP address (server groups of type Ip, NLB only)."""
        kind = self.annotations.get("server-group-type")
        if self.handled_by.value != NLB:
            return derived(self.handled_by, value=False)
        return derived(kind, kind.value.lower() == "ip")

    @property
    def allocates_node_ports(self) -> Fact[bool]:
        """Whether the API server allocates node ports: `spec.allocateLoadBalancerNodePorts`, by default true."""
        return self.service.allocates_node_ports

    @cached_property
    def workloads(self) -> tuple[Workload, ...]:
        """The workloads of the project whose pods the Service selects."""
        return self.finder.selected()

    @property
    def may_be_more(self) -> bool:
        """Whether the Service may select other workloads, too, because its selector or their labels are unknown."""
        return self.finder.may_be_more()

    @property
    def one_pod_a_node(self) -> bool:
        """Whether no node can run more than one of the pods, so that weights by number of pods are equal.

        A DaemonSet runs one pod per node, and several of them are assumed to use different nodes. Where all workloads
        are scaled to zero, that is asked of the pods that they would run.
        """
        most = {workload: self._most_pods(workload) for workload in self.workloads if workload.serves}
        found = [workload for workload, count in most.items() if count != 0] or [*most]
        if all(workload.kind == "DaemonSet" for workload in found):
            return bool(found)
        pairs = [(one, one) for one in found if most[one] != 1] + list(combinations(found, 2))
        return all(one.shares_no_node_with(other) for one, other in pairs)

    def _most_pods(self, workload: Workload) -> int | None:
        """The maximum number of pods of a workload; None if not known."""
        if workload.kind == "Pod":
            return 1
        if workload.kind == "DaemonSet" or not workload.replicas.known or self.scaling_of(workload).sure:
            return None
        return workload.replicas.value

    def scaling_of(self, workload: Workload) -> Scaling:
        """The scalers of one of its workloads."""
        return self.finder.scaling_of(workload)

    def __repr__(self) -> str:
        return f"<BackEnds of {self.service.id}>"
