"""Loads the NLB of a Service from an inventory into the simulation; it overrides the older manifest."""

from __future__ import annotations

from clblint.balancer.existing import is_of
from clblint.balancer.ownership import default_name
from clblint.change.cloud import MARKS, OWNER_TAG_NAMES
from clblint.change.nlb.cloud import NlbListener, SecurityGroup, Zone
from clblint.change.nlb.groups import API_DEFAULTS
from clblint.change.nlb.listeners import api_defaults
from clblint.change.nlb.making import put_nlb
from clblint.change.nlb.state import network_of
from clblint.inventory.network import SecurityGroup as PrintedSecurityGroup
from clblint.inventory.network import nlb_key
from clblint.inventory.records import Record
from clblint.nlb.options import KIND_OF
from clblint.nlb.security import SecurityRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.change.calls import Texts
    from clblint.change.cloud import State
    from clblint.change.nlb.cloud import NetworkCloud, NetworkState, Nlb
    from clblint.inventory.inventory import Inventory
    from clblint.inventory.network import Nlb as Printed
    from clblint.inventory.network import NlbListener as PrintedListener
    from clblint.inventory.network import NlbZone
    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer

ATTRIBUTES = (
    "LoadBalancerName", "AddressType", "AddressIpVersion", "Ipv6AddressType", "ResourceGroupId", "BandwidthPackageId",
    "CrossZoneEnabled",
)  # fmt: skip
_OF_GROUPS = frozenset({*API_DEFAULTS, *(name for name in KIND_OF if name.startswith("HealthCheckConfig."))})


def adopt(state: State, balancer: NetworkLoadBalancer) -> None:
    """Set the NLB of a Service, and the resources that it names, to those of the inventory; no effect without one.

    Server groups keep their names, which contain node ports, and their back ends.
    """
    inventory = balancer.inventory
    if inventory is None:
        return
    network = network_of(state)
    _name_users(network.cloud, balancer, inventory)
    printed = balancer.current
    if printed is not None:
        nlb = _simulated(state, network, balancer, printed)
        _set_instance(nlb, printed)
        _set_listeners(nlb, printed, balancer, network.cloud)
        _set_security_groups(nlb, printed, balancer, network)


def _name_users(cloud: NetworkCloud, balancer: NetworkLoadBalancer, inventory: Inventory) -> None:
    """Load the settings of the user's server groups that the Service names."""
    cloud.inventory = inventory
    for id_ in {item.group.text for item in balancer.vgroup_items}:
        there, group = inventory.nlb_groups.get(id_), cloud.group(id_)
        if there is not None and group is not None:
            group.params.update(_settings(there.setting, ("ServerGroupName", *_OF_GROUPS)))


def _simulated(state: State, network: NetworkState, balancer: NetworkLoadBalancer, printed: Printed) -> Nlb:
    """The NLB in the simulation: the one of this id, else the one that the CCM made, which gets this id."""
    cloud, id_ = network.cloud, printed.id.value
    known = cloud.nlb(id_) if balancer.is_reused else cloud.nlbs.get(id_)
    if known is not None:
        return known
    made = (nlb for nlb in cloud.nlbs.values() if nlb.is_new and nlb.owner == balancer.key)
    nlb = next(made, None) or put_nlb({}, dict.fromkeys(sorted(OWNER_TAG_NAMES)), balancer, cloud)
    del cloud.nlbs[nlb.id]
    network.bound = id_ if network.bound in {"", nlb.id} else network.bound
    nlb.id, cloud.nlbs[id_] = id_, nlb
    network.finalizer = state.hostname = True
    return nlb


def _set_instance(nlb: Nlb, printed: Printed) -> None:
    there = nlb.instance
    attributes = _settings(printed.get, ATTRIBUTES)
    there.attributes.update(attributes)
    nlb.assumed.difference_update(attributes)
    if printed.zones:
        nlb.move(tuple(map(_zone, printed.zones)))
    if printed.tags is not None:
        marks = {key: value for key, value in there.tags.items() if key in MARKS}
        tags = {**marks, **{key: tag.value for key, tag in printed.tags.items()}}
        nlb.instance = nlb.instance._replace(tags=tags)


def _zone(printed: NlbZone) -> Zone:
    addresses = [Record((one,)) for one in printed.field("LoadBalancerAddresses").each()]
    ends = ([one.get(name).value for one in addresses] for name in ("PrivateIPv4Address", "AllocationId"))
    address, eip = (next(filter(None, values), "") for values in ends)
    return Zone(printed.zone.value, printed.vswitch.value, address, eip)


def _set_listeners(nlb: Nlb, printed: Printed, balancer: NetworkLoadBalancer, cloud: NetworkCloud) -> None:
    there = {(one.protocol.value, one.ports): one for one in printed.listeners}
    for key, listener in there.items():
        if key not in nlb.listeners:
            nlb.listeners[key] = NlbListener(*key, {**api_defaults(key[0]), "ServerGroupId": None})
        _set_listener(nlb.listeners[key], listener, balancer, cloud)
    if printed.all_listeners:
        for key in set(nlb.listeners) - set(there):
            del nlb.listeners[key]


def _set_listener(
    listener: NlbListener, printed: PrintedListener, balancer: NetworkLoadBalancer, cloud: NetworkCloud
) -> None:
    listener.params.update(_settings(printed.setting, KIND_OF))
    listener.params["ListenerDescription"] = _named(printed.description.value, balancer)
    listener.stopped = printed.get("ListenerStatus").value == "Stopped"
    group = balancer.inventory.nlb_groups.get(printed.group_id.value) if balancer.inventory is not None else None
    if group is None or not is_of(balancer.service, group.key):
        listener.params["ServerGroupId"] = printed.group_id.value or listener.params.get("ServerGroupId")
        return
    known = cloud.groups.get(listener.params.get("ServerGroupId") or "")
    if known is not None:
        known.params.update(_settings(group.setting, _OF_GROUPS))


def _named(text: str, balancer: NetworkLoadBalancer) -> str:
    """A description; one that the CCM wrote for this Service gets the simulation's placeholder for the cluster id."""
    key = nlb_key(text)
    mine = key is not None and is_of(balancer.service, key.of)
    return f"k8s.{key.port}.{key.protocol}.{balancer.key}" if key is not None and mine else text


def _set_security_groups(nlb: Nlb, printed: Printed, balancer: NetworkLoadBalancer, network: NetworkState) -> None:
    """Set the security groups of the NLB; the one of its source ranges is known by owner, or as the only stranger."""
    groups = network.cloud.security_groups
    mine = [group for group in groups.values() if group.owner == balancer.key]
    made = _made_for(balancer)
    if made is not None:
        for group in mine:
            del groups[group.id]
        groups[made.id.value] = _security_group(made, mine, balancer)
        network.labelled = True
    if printed.security_groups is None:
        return
    ids = [one.value for one in printed.security_groups]
    strangers = _strangers(ids, balancer) if made is None and mine else []
    if len(strangers) == 1:
        ids = [mine[0].id if id_ == strangers[0] else id_ for id_ in ids]
    nlb.instance = nlb.instance._replace(security_groups=tuple(ids) if len(strangers) < _MANY else None)


_MANY = 2


def _made_for(balancer: NetworkLoadBalancer) -> PrintedSecurityGroup | None:
    """The security group that the CCM made of the source ranges, if the inventory has it."""
    service = balancer.service
    for group in balancer.inventory.security_groups if balancer.inventory is not None else ():
        if group.owner is not None and (group.owner.value == default_name(service) or is_of(service, group.key)):
            return group
    return None


def _security_group(
    printed: PrintedSecurityGroup, before: Iterable[SecurityGroup], balancer: NetworkLoadBalancer
) -> SecurityGroup:
    """The group with the rules that the CCM made, known by their descriptions; the earlier rules if it has none."""
    made = SecurityGroup(printed.id.value, balancer.key)
    rules = [PrintedSecurityGroup((one,)) for one in printed.field("Permissions", "Permission").each()]
    known = [rule for group in before for rule in group.rules]
    made.rules = [_rule(one) for one in rules if is_of(balancer.service, one.key)] if rules else known
    return made


def _rule(printed: Record) -> SecurityRule:
    policy, source, priority = (printed.get(name).value for name in ("Policy", "SourceCidrIp", "Priority"))
    return SecurityRule(policy.lower(), source, priority)


def _strangers(ids: Iterable[str], balancer: NetworkLoadBalancer) -> list[str]:
    """The security groups that neither the inventory has nor the Service names."""
    inventory, named = balancer.inventory, {part.text for part in balancer.security_group_ids}
    printed = inventory.security_groups if inventory is not None else ()
    return [id_ for id_ in ids if id_ not in printed and id_ not in named]


def _settings(read: Callable[[str], Fact[str]], names: Iterable[str]) -> Texts:
    """The settings in the inventory, by the names of the parameters that set them."""
    found = {name: read(name) for name in names}
    return {name: fact.value for name, fact in found.items() if fact.given}
