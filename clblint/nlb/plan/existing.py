"""The existing NLB of a Service in its plan: present and requested attributes, zones and security groups."""

from __future__ import annotations

from clblint.balancer.facts import part
from clblint.balancer.plan.existing import ExistingRow, attribute_rows
from clblint.nlb.existing.drift import NO_CASE
from clblint.nlb.existing.fitting import matches
from clblint.nlb.plan.rows import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.inventory.network import Nlb
    from clblint.nlb.instance import Parameter
    from clblint.nlb.model import NetworkLoadBalancer

ATTRIBUTES = (
    "LoadBalancerName", "AddressType", "AddressIpVersion", "Ipv6AddressType", "VpcId", "ResourceGroupId",
    PACKAGE, "CrossZoneEnabled",
)  # fmt: skip


def rows(balancer: NetworkLoadBalancer, nlb: Nlb) -> Iterator[ExistingRow]:
    """Yield the present attributes, zones and security groups, and the requested ones."""
    yield from attribute_rows(nlb, _requested(balancer), ATTRIBUTES, NO_CASE)
    yield from _zones(balancer, nlb)
    yield from _security_groups(balancer, nlb)


def _requested(balancer: NetworkLoadBalancer) -> dict[str, Parameter]:
    """The requested attributes: a bandwidth package annotation that is set, but empty, asks for no package."""
    if not balancer.leaves_bandwidth_package:
        return balancer.wishes
    return {**balancer.wishes, PACKAGE: balancer.annotations.get("bandwidth-package-id")}


def _zones(balancer: NetworkLoadBalancer, nlb: Nlb) -> Iterator[ExistingRow]:
    items, zone_maps = balancer.zone_mappings, balancer.zone_maps
    if not zone_maps.known:
        yield ExistingRow("ZoneMapping", "", zone_maps)
    for zone in nlb.zones:
        if not any(matches(item, zone) for item in items):
            yield ExistingRow("ZoneMapping", f"{zone.zone.value}:{zone.vswitch.value}", None)
    for item in items:
        same, asked = any(matches(item, zone) for zone in nlb.zones), part(zone_maps, item.at.text, item.at)
        yield ExistingRow("ZoneMapping", item.at.text if same else "", asked, same)


def _security_groups(balancer: NetworkLoadBalancer, nlb: Nlb) -> Iterator[ExistingRow]:
    annotation, items = balancer.annotations.get("security-group-ids"), balancer.security_group_items
    there = {one.value.lower(): one.value for one in nlb.security_groups or ()}
    if balancer.sets_security_groups and not items:
        yield ExistingRow("SecurityGroupId", "", annotation, nlb.security_groups == ())
    wanted = {item.key.lower() for item in items}
    for key, id_ in there.items():
        if key not in wanted:
            yield ExistingRow("SecurityGroupId", id_, None)
    for item in items:
        id_ = there.get(item.key.lower(), "")
        yield ExistingRow("SecurityGroupId", id_, part(annotation, item.key, item.at), bool(id_))
