"""The quotas of a region that the inventory shows as used up: NLBs and server groups (NLB quotas)."""

from __future__ import annotations

from clblint.balancer.counting import groups_of
from clblint.balancer.existing import is_of
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.inventory.network import Nlb, NlbGroup
    from clblint.nlb.model import NetworkLoadBalancer

NLBS, GROUPS = 60, 3000


class Crowding(NamedTuple):
    """The NLB or server groups that a Service adds beyond the quota of a region; `there` is the present number."""

    there: int
    more: int
    quota: int
    of_groups: bool


def crowding(balancer: NetworkLoadBalancer) -> Crowding | None:
    """The first quota that the Service exceeds; None if its NLB may exist already, or if the quota was raised.

    None also for an incomplete list: all pages may show more than the quota, which then was raised.
    """
    inventory = balancer.inventory
    if inventory is None or balancer.refusal is not None:
        return None
    nlbs = [one for one in inventory.nlbs if _may_be_near(balancer, one)]
    groups = [one for one in inventory.nlb_groups if _may_be_near(balancer, one)]
    new = int(_is_new(balancer, nlbs))
    new_groups = 0 if _has_some(balancer, groups) else sum(group.vgroup_id.is_empty for group in groups_of(balancer))
    found = (
        (inventory.nlbs, Crowding(len(nlbs), new, NLBS, of_groups=False)),
        (inventory.nlb_groups, Crowding(len(groups), new_groups, GROUPS, of_groups=True)),
    )
    whole = (one for table, one in found if table.complete)
    return next((one for one in whole if one.there <= one.quota < one.there + one.more), None)


def _is_new(balancer: NetworkLoadBalancer, nlbs: list[Nlb]) -> bool:
    """Whether the CCM has yet to create the NLB: no NLB in the inventory belongs to the Service."""
    if balancer.is_reused or not balancer.reuses.known or balancer.current is not None:
        return False
    known = all(one.all_listeners for one in nlbs) and not balancer.service.status_addresses.present
    return known and not any(is_of(balancer.service, listener.key) for one in nlbs for listener in one.listeners)


def _has_some(balancer: NetworkLoadBalancer, groups: list[NlbGroup]) -> bool:
    return any(is_of(balancer.service, group.key) for group in groups)


def _may_be_near(balancer: NetworkLoadBalancer, one: Nlb | NlbGroup) -> bool:
    """Whether a resource may be in the region of the Service, by its zones or its NLB."""
    region = one.get("RegionId").value
    nlb = balancer.existing
    zones = [item.zone.text for item in balancer.zone_mappings]
    here = nlb.get("RegionId").value if nlb is not None else next(iter(zones), "")
    return not region or here.startswith(region)
