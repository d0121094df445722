"""Whether the listeners of a reused CLB in the inventory send to its Service."""

from __future__ import annotations

from clblint.balancer.existing import is_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer


def reaching(balancer: ClassicLoadBalancer) -> bool | None:
    """Whether a listener of the reused CLB sends to a server group of the Service; None if unknown."""
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
