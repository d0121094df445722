"""Whether two Services on one NLB undo each other's settings, other than plain attributes, at full syncs (NB:Update).

The CCM compares zones, security groups and the bandwidth package in special ways; an empty text removes the NLB from
all security groups, or from its bandwidth package.
"""

from __future__ import annotations

from clblint.nlb.values.same_set import is_same_set
from clblint.nlb.values.zone_maps import ZoneFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.nlb.model import NetworkLoadBalancer


def _zones_differ(one: NetworkLoadBalancer, other: NetworkLoadBalancer) -> bool:
    """Whether each lacks a zone of the other: the CCM leaves zones alone that only the NLB has.

    Another address or EIP in the same zone has no effect: the API refuses it for an existing NLB.
    """
    own, others = _zones(one), _zones(other)
    return bool(own - others and others - own)


def _zones(balancer: NetworkLoadBalancer) -> set[tuple[str, str]]:
    """The zones with their vSwitches; none if the CCM or the API refuses them."""
    items = balancer.zone_mappings
    if any(item.error or item.fault not in {None, ZoneFault.DROPPED} for item in items):
        return set()
    return {(item.zone.text.strip(), item.vswitch.text.strip()) for item in items if item.vswitch is not None}


def _groups_differ(one: NetworkLoadBalancer, other: NetworkLoadBalancer) -> bool:
    own, others = _groups(one), _groups(other)
    if own is None or others is None or set(own) == set(others):
        return False
    return not is_same_set(own, set(others)) and not is_same_set(others, set(own))


def _groups(balancer: NetworkLoadBalancer) -> list[str] | None:
    """The security groups that it must be in, in lower case; None if it keeps its own, or if unknown."""
    annotation = balancer.annotations.get("security-group-ids")
    if not balancer.sets_security_groups or not annotation.known:
        return None
    return [item.text.strip().lower() for item in balancer.security_group_ids]


def _packages_differ(one: NetworkLoadBalancer, other: NetworkLoadBalancer) -> bool:
    own, others = (balancer.annotations.get("bandwidth-package-id") for balancer in (one, other))
    return own.given and others.given and own.differs(others)


# By API name, whether two Services on one NLB undo each other's setting; False if unknown.
UNDONE = {
    "ZoneMappings": _zones_differ,
    "SecurityGroupIds": _groups_differ,
    "BandwidthPackageId": _packages_differ,
}
