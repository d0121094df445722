"""Relations of a reused CLB in the inventory to its Service: listeners to its groups, other back ends, origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.existing import is_of, made_for

if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.records import Clb


def reaching(balancer: ClassicLoadBalancer) -> bool | None:
    """Whether a listener of the reused CLB sends to a server group of the Service; None where nobody can tell."""
    clb = balancer.existing
    if clb is None:
        return None
    named = {group.vgroup_id.value for group in balancer.server_groups if group.vgroup_id.value}
    own = [group for group in clb.groups if group.id.value in named or is_of(balancer.service, group.key)]
    used = named | {group.id.value for group in own}
    if any(group.in_use for group in own) or any(listener.group_id.value in used for listener in clb.listeners):
        return True
    told = all(listener.names_no_group or clb.group_of(listener) for listener in clb.listeners)
    return False if clb.all_listeners and told else None


def back_ends_of_others(balancer: ClassicLoadBalancer, clb: Clb) -> int:
    """How many of the back ends of a CLB do not stand in server groups of the Service."""
    own = {group.vgroup_id.value for group in balancer.server_groups}
    mine = (group for group in clb.groups if group.id.value in own or is_of(balancer.service, group.key))
    return clb.back_ends - sum(group.back_ends or 0 for group in mine)


def made_for_it(balancer: ClassicLoadBalancer) -> bool:
    """Whether the CLB that is to be reused is the one that the CCM made for this very Service."""
    clb, service = balancer.existing, balancer.service
    if made_for(service, clb):
        return True
    known = {fact.value for fact in service.status_ips if fact.given}
    return clb is not None and clb.owner is not None and clb.address.value in known
