"""The plan of a Service with an NLB as plain data."""

from __future__ import annotations

from clblint.balancer.facts import derived
from clblint.balancer.plan.data import distinct_groups, managed, picked, unclear, value_of
from clblint.balancer.plan.existing import existing_plan
from clblint.nlb.plan.existing import ATTRIBUTES
from clblint.nlb.plan.rows import of_group, of_instance, of_listener

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.plan.data import Plan
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup

# The parameters that are lists.
_LISTS = {"ZoneMapping": "ZoneMappings", "SecurityGroupId": "SecurityGroupIds", "SourceRange": "SourceRanges",
          "AdditionalCertificateId": "AdditionalCertificateIds"}  # fmt: skip


def fill(made: Plan, balancer: NetworkLoadBalancer) -> None:
    """Fill in the parts that the CCM builds before it stops."""
    made["reuses"] = balancer.reuses.value or None
    if (why := unclear(balancer)) is not None:
        made["unclear"] = str(why)
    if balancer.inventory is not None:
        made["existing"] = existing_plan(balancer, ATTRIBUTES)
    if balancer.stopped is not None:
        return
    made["loadBalancer"] = _values(of_instance(balancer), balancer.service)
    made["serverGroups"] = [_group(groups) for groups in distinct_groups(balancer.server_groups)]
    made["listeners"] = [_listener(listener) for listener in balancer.listeners]


def _values(rows: Iterable[tuple[str, Fact[object]]], service: Service) -> Plan:
    made: Plan = {}
    for name, fact in rows:
        if name in _LISTS:
            made.setdefault(_LISTS[name], []).append(value_of(fact, service))
        else:
            made[name] = value_of(fact, service)
    return made


def _group(groups: list[NetworkServerGroup]) -> Plan:
    group, service = groups[0], groups[0].service
    made: Plan = {
        "name": None if group.is_users else group.name,
        "port": value_of(group.port, service),
        "ports": list(dict.fromkeys(other.port.value for other in groups)),
        "backend": value_of(derived(group.mode, "pod" if group.on_pods else "node-port"), service),
        "backendPort": value_of(picked(group), service),
        "weights": {"kind": group.weighting.kind, **value_of(group.weighting.weight, service)},
        "settings": _values(of_group(group), service),
    }
    if group.is_users:
        made["id"] = value_of(group.vgroup_id, service)
    return made


def _listener(listener: NetworkListener) -> Plan:
    service, group = listener.service, listener.server_group
    made: Plan = {
        "protocol": value_of(listener.protocol, service),
        "port": value_of(listener.port, service),
        "serverGroup": group.vgroup_id.value or group.name,
        "managed": managed(listener.balancer),
    }
    if listener.has_range:
        made["ports"] = value_of(derived(listener.range, listener.shown_ports), service)
    return made | (_values(of_listener(listener), service) if listener.managed else {})
