"""The plan of a Service with a CLB as plain data."""

from __future__ import annotations

from clblint.balancer.facts import derived
from clblint.balancer.plan.data import distinct_groups, managed, picked, unclear, value_of
from clblint.balancer.plan.existing import existing_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.plan.data import Plan
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.server_groups import ClassicServerGroup

ATTRIBUTES = (
    "LoadBalancerName", "Address", "AddressType", "AddressIPVersion", "NetworkType", "VpcId", "VSwitchId",
    "MasterZoneId", "SlaveZoneId", "ResourceGroupId", "InstanceChargeType", "LoadBalancerSpec", "InternetChargeType",
    "Bandwidth", "DeleteProtection", "ModificationProtectionStatus",
)  # fmt: skip
"""Those of an existing CLB that are told, in this order."""


def fill(made: Plan, balancer: ClassicLoadBalancer) -> None:
    """Fill in the parts that the CCM builds before it stops."""
    made["reuses"] = balancer.reuses.value or None
    if (why := unclear(balancer)) is not None:
        made["unclear"] = str(why)
    if balancer.inventory is not None:
        made["existing"] = existing_plan(balancer, ATTRIBUTES)
    if balancer.stopped is not None:
        return
    service = balancer.service
    made["loadBalancer"] = {name: value_of(fact, service) for name, fact in balancer.attributes.items()}
    if balancer.failure is not None:
        made["failure"] = balancer.failure.text
        return
    kept = (group for group in balancer.server_groups if group.dropped is None)
    made["serverGroups"] = [_group(groups) for groups in distinct_groups(kept)]
    made["listeners"] = [_listener(listener) for listener in balancer.listeners]
    dropped = [(group.port.value, group.dropped.text) for group in balancer.server_groups if group.dropped is not None]
    if dropped:
        made["droppedPorts"] = [{"port": port, "because": text} for port, text in dropped]


def _group(groups: list[ClassicServerGroup]) -> Plan:
    group = groups[0]
    service = group.service
    reused = group.vgroup_id.value
    made: Plan = {
        "name": None if reused else group.name,
        "port": value_of(group.port, service),
        "ports": list(dict.fromkeys(other.port.value for other in groups)),
        "backend": value_of(derived(group.mode, "pod" if group.on_pods else "node-port"), service),
        "backendPort": value_of(picked(group), service),
        "weights": {"kind": group.weighting.kind, **value_of(group.weighting.weight, service)},
    }
    if reused:
        made["id"] = value_of(group.vgroup_id, service)
    return made


def _listener(listener: ClassicListener) -> Plan:
    service = listener.service
    made: Plan = {
        "protocol": value_of(listener.protocol, service),
        "port": value_of(listener.port, service),
        "serverGroup": group_sent(listener),
        "managed": managed(listener.balancer),
    }
    if not listener.managed:
        return made
    if not listener.supported and listener.protocol.known:
        made["error"] = f"create listener error: {listener.protocol.value} protocol is not supported"
    made |= {name: value_of(fact, service) for name, fact in listener.settings.items()}
    if listener.extensions:
        made["domainExtensions"] = [
            {"Domain": extension.domain, "ServerCertificateId": extension.certificate}
            for extension in listener.extensions
        ]
    made["ignored"] = [
        {
            "annotation": listener.balancer.annotations.key_of(item.suffix),
            **value_of(item.fact, service),
            "because": str(item.reason),
        }
        for item in listener.ignored
    ]
    return made


def group_sent(listener: ClassicListener) -> str | None:
    """The group in the create call; for a forwarding listener only a group of the user."""
    group = listener.server_group
    if group.vgroup_id.value:
        return group.vgroup_id.value
    return None if listener.forward_to.value else group.name
