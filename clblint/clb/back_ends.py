"""What stands behind a Service, whichever load balancer the CCM gives it (reconcile/backend, which both share)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from clblint.clb.facts import derived, unknowable
from clblint.clb.handling import NLB
from clblint.clb.values.backend_label import LabelItem
from clblint.clb.values.items import items_of
from clblint.fast import Frozen, cached_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.clb.annotations import Annotations
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort
    from clblint.kube.workloads.pods import Workload
    from clblint.kube.workloads.scaling import Scaling

ENI, LOCAL, CLUSTER = "eni", "local", "cluster"


class BackEnds(Frozen):
    """The back ends of one Service: pods or nodes, and the workloads that answer."""

    service: Service
    cluster: Cluster
    annotations: Annotations
    handled_by: Fact[str]
    find_workloads: Callable[[], tuple[Workload, ...]]
    find_scaling: Callable[[Workload], Scaling]
    find_more: Callable[[], bool]

    @property
    def ports(self) -> tuple[ServicePort, ...]:
        """The ports of the Service."""
        return self.service.ports

    @cached_property
    def mode(self) -> Fact[str]:
        """What they are: pods (`eni`), the nodes that run pods (`local`), or all nodes (`cluster`).

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
        """Whether it is known that they are pods; not where there is no port that has any."""
        return bool(self.ports) and self.mode.is_(ENI)

    @property
    def are_nodes(self) -> bool:
        """Whether it is known that they are nodes; not where there is no port that has any."""
        return bool(self.ports) and self.mode.is_not(ENI)

    @property
    def are_local(self) -> bool:
        """Whether it is known that they are the nodes that run pods."""
        return bool(self.ports) and self.mode.is_(LOCAL)

    @property
    def pods_by_default(self) -> bool:
        """Whether the cluster has pods behind Services that do not say what they want."""
        return self.cluster.service_backend_type.value == ENI

    @property
    def declared(self) -> bool:
        """Whether anything says what they are; without a word pods are the default of recent Terway clusters."""
        cluster = self.cluster.declared
        says = self.annotations.get("backend-type").value or cluster.service_backend_type.given
        return bool(says) or (cluster.network_plugin is not None and cluster.network_plugin.value == "flannel")

    @property
    def label_items(self) -> tuple[LabelItem, ...]:
        """The items of `backend-label`, none where it cannot be known."""
        return items_of(LabelItem, self.annotations.get("backend-label"), self)

    @property
    def by_address(self) -> Fact[bool]:
        """Whether they are taken by their IP address, wherever it is from: server groups of type Ip, of NLBs alone."""
        kind = self.annotations.get("server-group-type")
        if self.handled_by.value != NLB:
            return derived(self.handled_by, value=False)
        return derived(kind, kind.value.lower() == "ip")

    @property
    def allocates_node_ports(self) -> Fact[bool]:
        """Whether the API server picks node ports: `spec.allocateLoadBalancerNodePorts`, by default true."""
        return self.service.allocates_node_ports

    @cached_property
    def workloads(self) -> tuple[Workload, ...]:
        """The workloads of the project whose pods the Service selects."""
        return self.find_workloads()

    @property
    def may_be_more(self) -> bool:
        """Whether it may be other workloads, too: the selector, or the labels of some, cannot be known."""
        return self.find_more()

    @property
    def one_pod_a_node(self) -> bool:
        """Whether no node can have more than one of the pods: whatever weighs nodes by their pods is the same then.

        A DaemonSet has one on each node, and several of them are meant for different nodes.
        """
        most = {workload: self._most_pods(workload) for workload in self.workloads if workload.serves}
        found = [workload for workload, count in most.items() if count != 0]
        if all(workload.kind == "DaemonSet" for workload in found):
            return bool(found)
        pairs = [(one, one) for one in found if most[one] != 1] + list(combinations(found, 2))
        return all(one.shares_no_node_with(other) for one, other in pairs)

    def _most_pods(self, workload: Workload) -> int | None:
        """How many pods a workload has at most; None where nothing says so."""
        if workload.kind == "Pod":
            return 1
        if workload.kind == "DaemonSet" or not workload.replicas.known or self.scaling_of(workload).sure:
            return None
        return workload.replicas.value

    def scaling_of(self, workload: Workload) -> Scaling:
        """Who sets the number of pods of one of its workloads."""
        return self.find_scaling(workload)

    def __repr__(self) -> str:
        return f"<BackEnds of {self.service.id}>"
