"""Whether the resources that a Service names fit its NLB: EIPs, server groups and security groups of the inventory."""

from __future__ import annotations

from clblint.balancer.existing import is_of
from clblint.balancer.instance import OWNER_TAG
from clblint.balancer.ownership import default_name
from clblint.inventory.records import tags_of
from clblint.nlb.values.network_items import UDP
from clblint.nlb.values.same_set import is_same_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.inventory.inventory import Inventory
    from clblint.inventory.network import NlbGroup, NlbListener, NlbZone, SecurityGroup
    from clblint.inventory.records import Record
    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.values.network_items import NetworkGroupItem
    from clblint.nlb.values.zone_maps import ZoneMapping

_BY_TRAFFIC, _BOTH = "paybytraffic", "TCP_UDP"
MISSING, LATER, UNSERVED = "missing", "later", "unserved"


def vpc_of(balancer: NetworkLoadBalancer) -> Fact[str] | None:
    """The VPC of an NLB or of its creation; None if unknown."""
    nlb = balancer.current
    if nlb is not None and nlb.vpc.value:
        return nlb.vpc
    return balancer.cluster.vpc_id if not balancer.is_reused else None


def left_groups(balancer: NetworkLoadBalancer) -> list[Fact[str]]:
    """The known security groups that the NLB leaves at the next full sync (NB:Update)."""
    nlb, ids, inventory = balancer.current, balancer.annotations.get("security-group-ids"), balancer.inventory
    made = balancer.source_ranges_group is not None
    if nlb is None or inventory is None or not ids.known or not (balancer.sets_security_groups or made):
        return []
    if nlb.security_groups is None or (balancer.is_reused and nlb.marked is not None):
        return []
    if _counts_as_equal(balancer, inventory, nlb.security_groups):
        return []
    kept = {item.key.lower() for item in balancer.security_group_items}
    others = (one for one in nlb.security_groups if one.value.lower() not in kept)
    return [one for one in others if not _is_the_ccms(inventory, balancer, one.value, unknown=made)]


def _counts_as_equal(balancer: NetworkLoadBalancer, inventory: Inventory, there: Sequence[Fact[str]]) -> bool:
    """Whether the NLB neither joins nor leaves a group: an item listed twice may stand for another one."""
    wanted, ids = [item.key for item in balancer.security_group_items], [one.value for one in there]
    if balancer.source_ranges_group is not None:
        own = next((id_ for id_ in ids if _is_the_ccms(inventory, balancer, id_, unknown=False)), None)
        if own is None:
            return False
        wanted.append(own)
    return is_same_set(wanted, ids)


def filters_sources(balancer: NetworkLoadBalancer) -> bool | None:
    """Whether the NLB is in the security group that the CCM makes of source ranges; None if unknown."""
    nlb, inventory = balancer.current, balancer.inventory
    if nlb is None or inventory is None or nlb.security_groups is None:
        return None
    ids = [one.value for one in nlb.security_groups]
    if any(_is_the_ccms(inventory, balancer, id_, unknown=False) for id_ in ids):
        return True
    return False if all(id_ in inventory.security_groups for id_ in ids) else None


def source_range_groups(balancer: NetworkLoadBalancer) -> list[SecurityGroup]:
    """The security groups with the tag of those that the CCM makes of the source ranges of this Service."""
    inventory, name = balancer.inventory, default_name(balancer.service)
    if inventory is None or not name:
        return []
    tags = ((one, (tags_of(one) or {}).get(OWNER_TAG)) for one in inventory.security_groups)
    return [one for one, tag in tags if tag is not None and tag.value == name]


def shown_by_none(balancer: NetworkLoadBalancer) -> Fact[str] | None:
    """The host name in the status that no NLB of a complete inventory has; None if there is none, or an NLB has it.

    `nlb-abc.cn-hangzhou.nlb.aliyuncsslb.com` contains its region: only the NLB list of that region counts.
    """
    printed, names = balancer.printed, balancer.service.status_hostnames
    if printed is None or not printed.complete or len(names) != 1 or not names[0].readable:
        return None
    shown = [nlb.dns_name for nlb in printed]
    regions = {one.value.partition(".")[2] for one in shown}
    known = all(one.given for one in shown) and names[0].value.partition(".")[2] in regions
    return names[0] if known and names[0].value not in {one.value for one in shown} else None


def _is_the_ccms(inventory: Inventory, balancer: NetworkLoadBalancer, id_: str, *, unknown: bool) -> bool:
    """Whether the CCM made a security group for the Service; `unknown` is the answer for one that was not printed."""
    group = inventory.security_groups.get(id_)
    if group is None:
        return unknown
    return group.owner is not None and group.owner.value == default_name(balancer.service)


def eip_of(zone: ZoneMapping) -> Record | None:
    """The EIP of a zone in the inventory."""
    inventory, named = zone.balancer.inventory, zone.eip
    return inventory.eips_by_id.get(named.text) if inventory is not None and named is not None else None


def eip_fault(zone: ZoneMapping) -> str:
    """Why the NLB cannot have an EIP: the name of the field of the EIP, or `missing`; empty if it can."""
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
    """Why the CCM cannot fill a server group: the name of its field, or a word; empty if it can.

    The words are `missing`; `later` without a reused NLB, where the CCM looks for the group only when it lists those
    that are there; and `unserved` if the Service does not have the port, so that it is listed only.
    """
    balancer, text = item.balancer, item.group.text
    inventory = balancer.inventory
    if inventory is None or item.error or item.names_nobody or text != text.strip():
        return ""
    served = next(
        (one for one in balancer.server_groups if one.vgroup_id.is_(text) and one.port.is_(_port(item))), None
    )
    if inventory.nlb_groups.lacks(text):
        return LATER if not balancer.is_reused else MISSING if served is not None else UNSERVED
    group = inventory.nlb_groups.get(text)
    if group is None or served is None:
        return ""
    if group.key is not None:
        return "ServerGroupName"
    if _elsewhere(balancer, group):
        return "VpcId"
    fits = group.protocol.value in {"", _BOTH} or (group.protocol.value == UDP) == (served.protocol.value == UDP)
    return "" if fits or not served.protocol.known or not balancer.manages_listeners else "Protocol"


def other_types(balancer: NetworkLoadBalancer) -> list[NlbGroup] | None:
    """The user's groups of another type than requested; None if the type of one is unknown."""
    inventory, users = balancer.inventory, [group for group in balancer.server_groups if group.is_users]
    printed = [inventory.nlb_groups.get(group.vgroup_id.value) for group in users] if inventory is not None else []
    known = [group for group in printed if group is not None and group.type.value]
    if not users or len(known) < len(users) or not users[0].type.known:
        return None
    return [group for group in known if group.type.value.lower() != users[0].type.value.lower()]


def foreign_listeners(balancer: NetworkLoadBalancer) -> list[NlbListener]:
    """The listeners that the CCM deletes from its own NLB although it did not make them for the Service."""
    nlb = balancer.current
    if (
        nlb is None
        or balancer.is_reused
        or not all(one.port.known and one.protocol.known for one in balancer.listeners)
    ):
        return []
    wanted = {(one.shown_ports, one.protocol.value) for one in balancer.listeners}
    others = (one for one in nlb.listeners if (one.ports, one.protocol.value) not in wanted)
    return [one for one in others if not is_of(balancer.service, one.key)]


def missing_zones(balancer: NetworkLoadBalancer) -> list[ZoneMapping] | None:
    """The items of `zone-maps` that a reused NLB lacks, so that the CCM replaces its zones; None if unknown."""
    nlb = balancer.existing
    if nlb is None or not nlb.zones or nlb.marked is not None:
        return None
    return [item for item in balancer.zone_mappings if not any(matches(item, zone) for zone in nlb.zones)]


def matches(item: ZoneMapping, zone: NlbZone) -> bool:
    """Whether a zone of an NLB matches an item (NB:Update): address and EIP count if given."""
    vswitch = item.vswitch.text if item.vswitch is not None else ""
    if zone.zone.value != item.zone.text or zone.vswitch.value != vswitch:
        return False
    asked = {"PrivateIPv4Address": item.address, "AllocationId": item.eip}
    return all(zone.has(name, one.text) for name, one in asked.items() if one is not None)


def _elsewhere(balancer: NetworkLoadBalancer, group: NlbGroup) -> bool:
    """Whether a group is known to belong to another VPC than a reused NLB."""
    nlb, vpc = balancer.existing, group.get("VpcId").value
    return nlb is not None and bool(nlb.vpc.value) and bool(vpc) and nlb.vpc.value != vpc


def _port(item: NetworkGroupItem) -> int | None:
    return int(item.key) if item.key.isascii() and item.key.isdigit() else None
