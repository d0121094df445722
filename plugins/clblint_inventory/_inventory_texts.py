"""Texts and facts about the resources of the inventory, shared by several rules."""

from __future__ import annotations

from clblint.api import N_, Reason, catalogue, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

    from clblint.api import (
        BalancerRecord,
        ClassicLoadBalancer,
        Clb,
        LoadBalancer,
        NetworkLoadBalancer,
        Nlb,
        OrphanedResource,
        Problem,
        Record,
        ZoneMapping,
    )

DROPS = "v2.12.1"  # a port whose group is wrong is left out; up to v2.11.2 the CCM gives up on the Service
REFUSED_ZONE = N_(
    'SyncLoadBalancerFailed: "create nlb error: ..."; on an NLB that is there "update zone mappings error: ..."'
)
BEYOND_QUOTA = {
    "CLB": N_(
        'SyncLoadBalancerFailed: "The backend server number has reached to the quota limit of this load balancer"'
    ),
    "NLB": N_("SyncLoadBalancerFailed: BatchAddServers error, with the API's quota error"),
}


if TYPE_CHECKING:

    @overload
    def taken(balancer: ClassicLoadBalancer) -> Clb | None: ...
    @overload
    def taken(balancer: NetworkLoadBalancer) -> Nlb | None: ...
    @overload
    def taken(balancer: LoadBalancer) -> BalancerRecord | None: ...


def taken(balancer: LoadBalancer) -> BalancerRecord | None:
    """The reused load balancer of the inventory; None where there is none, or where the CCM refuses to reuse it."""
    found = balancer.existing
    return found if found is not None and found.marked is None else None


def fresh(balancer: LoadBalancer) -> bool:
    """Whether the CCM has yet to create the load balancer, as far as the inventory shows."""
    return not balancer.is_reused and balancer.current is None and not balancer.service.status_addresses.present


def counted_by(balancer: LoadBalancer) -> list[Reason]:
    """What says how many back ends a Service has: workloads, or the nodes of the cluster."""
    if balancer.back_ends.are_pods:
        return [Reason(workload.replicas, "the pods of this workload") for workload in balancer.workloads]
    nodes = balancer.cluster.nodes
    return [Reason(nodes, "the nodes declared for this cluster")] if nodes is not None else []


def left_over(left: OrphanedResource, message: str, *, seen: str) -> Problem:
    """The problem of a resource that the CCM made for a Service which does not exist."""
    service = f"{left.key.namespace}/{left.key.service}" if left.key is not None else ""
    return problem(
        message,
        left.at,
        id=left.id,
        what=left.at.value,
        service=service,
        seen=seen,
        fix="make sure that no cluster uses it any more, and delete it in the console",
        subject=service or left.id,
    )


def vswitch_of(zone: ZoneMapping) -> Record | None:
    """The vSwitch of a zone as the inventory has it."""
    inventory, named = zone.balancer.inventory, zone.vswitch
    return inventory.vswitches.get(named.text) if inventory is not None and named is not None else None


def is_there(zone: ZoneMapping) -> bool:
    """Whether the NLB of the Service has this zone in this vSwitch already, or may have it."""
    nlb, vswitch = zone.balancer.current, zone.vswitch
    if nlb is None:
        return not fresh(zone.balancer)
    text = vswitch.text if vswitch is not None else ""
    return not nlb.zones or any(one.zone.value == zone.zone.text and one.vswitch.value == text for one in nlb.zones)


def is_vswitch(text: str) -> bool:
    """Whether a text is the id of a vSwitch, as far as that shows."""
    return catalogue().by_suffix("vswitch-id").is_valid(text) and bool(text)
