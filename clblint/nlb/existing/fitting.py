"""Whether what a Service names for its NLB fits it: the EIPs, server groups and security groups of the inventory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.ties import default_name
from clblint.nlb.values.network_items import UDP

if TYPE_CHECKING:
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.network import NlbGroup
    from clblint.inventory.records import Record
    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.values.network_items import NetworkGroupItem
    from clblint.nlb.values.zone_maps import ZoneMapping

_BY_TRAFFIC, _BOTH = "paybytraffic", "TCP_UDP"
MISSING, LATER = "missing", "later"


def vpc_of(balancer: NetworkLoadBalancer) -> Fact[str] | None:
    """The VPC in which an NLB stands or is to be made; None if that is not known."""
    nlb = balancer.current
    if nlb is not None and nlb.vpc.value:
        return nlb.vpc
    return balancer.cluster.vpc_id if not balancer.is_reused else None


def left_groups(balancer: NetworkLoadBalancer) -> list[Fact[str]]:
    """The security groups that the NLB is in and leaves at the next full sync, as far as that is known (NB:Update)."""
    nlb, ids, inventory = balancer.current, balancer.annotations.get("security-group-ids"), balancer.inventory
    made = balancer.source_ranges_group is not None
    if nlb is None or inventory is None or not ids.known or not (balancer.sets_security_groups or made):
        return []
    if nlb.security_groups is None or (balancer.is_reused and nlb.marked is not None):
        return []
    kept = {item.key.lower() for item in balancer.security_group_items}
    others = (one for one in nlb.security_groups if one.value.lower() not in kept)
    return [one for one in others if not _is_the_ccms(inventory, balancer, one.value, unknown=made)]


def filters_sources(balancer: NetworkLoadBalancer) -> bool | None:
    """Whether the NLB is in the security group that the CCM makes of source ranges; None if that is not known."""
    nlb, inventory = balancer.current, balancer.inventory
    if nlb is None or inventory is None or nlb.security_groups is None:
        return None
    ids = [one.value for one in nlb.security_groups]
    if any(_is_the_ccms(inventory, balancer, id_, unknown=False) for id_ in ids):
        return True
    return False if all(id_ in inventory.security_groups for id_ in ids) else None


def _is_the_ccms(inventory: Inventory, balancer: NetworkLoadBalancer, id_: str, *, unknown: bool) -> bool:
    """Whether the CCM made a security group for the Service; `unknown` is the answer for one that was not printed."""
    group = inventory.security_groups.get(id_)
    if group is None:
        return unknown
    return group.owner is not None and group.owner.value == default_name(balancer.service)


def eip_of(zone: ZoneMapping) -> Record | None:
    """The EIP of a zone as the inventory has it."""
    inventory, named = zone.balancer.inventory, zone.eip
    return inventory.eips_by_id.get(named.text) if inventory is not None and named is not None else None


def eip_fault(zone: ZoneMapping) -> str:
    """What of an EIP keeps the NLB from having it: the name of its field, or `missing`; empty if nothing does."""
    inventory, named, eip, nlb = zone.balancer.inventory, zone.eip, eip_of(zone), zone.balancer.current
    if inventory is None or named is None:
        return ""
    if eip is None:
        return MISSING if named.text.startswith("eip-") and inventory.eips_by_id.lacks(named.text) else ""
    bound, charged, line = eip.get("InstanceId").value, eip.get("InternetChargeType").value, eip.get("ISP").value
    if bound and (nlb is None or bound != nlb.id.value):
        return "InstanceId"
    if eip.get("BandwidthPackageId").value:
        return "BandwidthPackageId"
    if charged and charged.lower() != _BY_TRAFFIC:
        return "InternetChargeType"
    lines = (one.get("ISP").value for one in map(eip_of, zone.balancer.zone_mappings) if one is not None)
    return "ISP" if line and line != next(filter(None, lines)) else ""


def group_fault(item: NetworkGroupItem) -> str:
    """What keeps a server group from being filled: the name of its field, `missing` or `later`; empty if nothing does.

    Without a reused NLB the CCM looks for the group only when it lists those that are there.
    """
    balancer, text = item.balancer, item.group.text
    inventory = balancer.inventory
    if inventory is None or item.error or not text or text != text.strip():
        return ""
    served = next(
        (one for one in balancer.server_groups if one.vgroup_id.is_(text) and one.port.is_(_port(item))), None
    )
    if inventory.nlb_groups.lacks(text):
        return LATER if not balancer.is_reused else MISSING if served is not None else ""
    group = inventory.nlb_groups.get(text)
    if group is None or served is None:
        return ""
    if group.key is not None:
        return "ServerGroupName"
    if _elsewhere(balancer, group):
        return "VpcId"
    fits = group.protocol.value in {"", _BOTH} or (group.protocol.value == UDP) == (served.protocol.value == UDP)
    return "" if fits or not served.protocol.known or not balancer.manages_listeners else "Protocol"


def _elsewhere(balancer: NetworkLoadBalancer, group: NlbGroup) -> bool:
    """Whether a group is known to belong to another VPC than a reused NLB."""
    nlb, vpc = balancer.existing, group.get("VpcId").value
    return nlb is not None and bool(nlb.vpc.value) and bool(vpc) and nlb.vpc.value != vpc


def _port(item: NetworkGroupItem) -> int | None:
    return int(item.key) if item.key.isascii() and item.key.isdigit() else None
