"""What stands in the way of the NLB of a Service."""

from __future__ import annotations

from clblint.api import N_, Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, NetworkLoadBalancer

INTERNET, INTRANET = "Internet", "Intranet"
ZONES_REFUSED = N_(
    'SyncLoadBalancerFailed: "create nlb error: ..."; on an NLB that is there "update zone mappings error: ..."'
)


def is_intranet(balancer: NetworkLoadBalancer) -> bool:
    """Whether it is a private NLB; not where none is built, for want of zones."""
    there = live(balancer, "address-type", "AddressType")
    if there is not None:
        return there.value.lower() == INTRANET.lower()
    return has_zones(balancer) and balancer.address_type.is_(INTRANET)


def is_internet(balancer: NetworkLoadBalancer) -> bool:
    """Whether it is to be a public NLB; not where none is built, for want of zones."""
    return has_zones(balancer) and balancer.address_type.is_(INTERNET)


def live(balancer: NetworkLoadBalancer, suffix: str, name: str) -> Fact[str] | None:
    """An attribute of a reused NLB in the inventory; None if an annotation asks for it, or nothing shows it."""
    nlb = balancer.existing if balancer.annotations.get(suffix).is_empty else None
    there = nlb.get(name) if nlb is not None else None
    return there if there is not None and there.value else None


def has_zones(balancer: NetworkLoadBalancer) -> bool:
    """Whether it has zones, as far as anybody knows; without them nothing is built, which another rule says."""
    return not balancer.zone_maps.is_empty or balancer.is_reused


def why_private(balancer: NetworkLoadBalancer) -> list[Reason]:
    """What makes it a private NLB."""
    there = live(balancer, "address-type", "AddressType")
    if there is not None:
        return [Reason(there, "the NLB is private")]
    return [Reason(balancer.annotations.get("address-type"), "makes the NLB private")]
