"""Computes lower bounds of the number of back ends of a CLB from manifests and the declared cluster."""

from __future__ import annotations

from clblint.balancer.back_ends import ENI, LOCAL
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.server_groups import ServerGroup
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.workloads.pods import Workload


_USUAL_NODES = 100  # ACK's default quota of nodes in a cluster


class BackEndsNeeded(NamedTuple):
    """The number of back ends of a Service on a CLB on which earlier Services have `taken` some."""

    taken: int
    each: int
    groups: Sequence[ServerGroup]

    @property
    def total(self) -> int:
        """The number of back ends of all these Services."""
        return self.taken + self.each * len(self.groups)

    def group_beyond(self, quota: int) -> ServerGroup:
        """The first group whose back ends exceed the quota."""
        return self.groups[(quota - self.taken) // self.each]


def back_ends_needed(balancer: LoadBalancer, before: Sequence[LoadBalancer]) -> BackEndsNeeded:
    """A lower bound of the back ends of a Service and of those before it on its CLB.

    The undeclared number of nodes is not recorded as missing if the usual number would not exceed a quota.
    """
    groups, others = groups_of(balancer), [(other, len(groups_of(other))) for other in before]
    count = len(groups) + sum(number for _, number in others)
    may_be_too_many = count * _USUAL_NODES > balancer.back_end_quota
    cluster = balancer.cluster if may_be_too_many else balancer.cluster.declared
    each = back_ends_of_each_port(balancer, cluster)
    taken = sum(back_ends_of_each_port(other, cluster) * number for other, number in others)
    return BackEndsNeeded(taken, each, groups)


def back_ends_of(balancer: LoadBalancer) -> int:
    """A lower bound of the back ends of all its server groups."""
    return back_ends_of_each_port(balancer, balancer.cluster) * len(groups_of(balancer))


def back_ends_of_each_port(balancer: LoadBalancer, cluster: Cluster) -> int:
    """A lower bound of the back ends of each server group, as far as the cluster is declared; 0 if unknown."""
    mode = next((group.mode for group in balancer.server_groups), None)
    if mode is None or mode.may_be(LOCAL):
        return 0
    if mode.value == ENI:
        return sum(_pods(balancer.back_ends, workload, cluster) for workload in balancer.workloads if workload.serves)
    return _labelled_nodes(balancer, cluster)


def groups_of(balancer: LoadBalancer) -> list[ServerGroup]:
    """The distinct server groups: ports may share one."""
    groups = balancer.server_groups
    if len(groups) < 2:  # noqa: PLR2004 - it takes two
        return list(groups)
    return list({group.name: group for group in reversed(groups)}.values())[::-1]


def _pods(back_ends: BackEnds, workload: Workload, cluster: Cluster) -> int:
    if workload.kind == "DaemonSet":
        return 0 if workload.required_node_labels else _nodes(cluster)
    asked = workload.replicas
    scalers = [one for one in back_ends.scaling_of(workload).sure if one.starts_pods or not asked.is_empty]
    return max(fact.value if fact.holds else 0 for fact in (asked, *(scaler.least for scaler in scalers)))


def _nodes(cluster: Cluster) -> int:
    nodes = cluster.nodes
    if nodes is None:
        return len(cluster.declared.node_labels or ())  # record only one missing fact per check
    return nodes.value if nodes.known else 0


def _labelled_nodes(balancer: LoadBalancer, cluster: Cluster) -> int:
    wanted = balancer.annotations.get("backend-label")
    if not wanted.known:
        return 0
    if not wanted.value:
        return _nodes(cluster)
    items = balancer.label_items
    if any(item.error for item in items):
        return 0
    return sum(all(item.fits(labels) for item in items) for labels in cluster.node_labels or ())
