"""The plan of a Service with an NLB as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.facts import derived
from clblint.balancer.plan.data import distinct_groups, managed, picked, unclear, value_of
from clblint.balancer.plan.existing import existing_plan
from clblint.nlb.plan.existing import ATTRIBUTES
from clblint.nlb.plan.rows import of_group, of_instance, of_listener

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.plan.data import Plan
    from clblint.kube.fact import Fact
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup

# What there may be several of.
_LISTS = {"ZoneMapping": "ZoneMappings", "SecurityGroupId": "SecurityGroupIds", "SourceRange": "SourceRanges",
          "AdditionalCertificateId": "AdditionalCertificateIds"}  # fmt: skip


def fill(made: Plan, balancer: NetworkLoadBalancer) -> None:
    """Fill in what is built, as far as the CCM gets."""
    made["reuses"] = balancer.reuses.value or None
    if (why := unclear(balancer)) is not None:
        made["unclear"] = str(why)
    if balancer.inventory is not None:
        made["existing"] = existing_plan(balancer, ATTRIBUTES)
    if balancer.stopped is not None or not balancer.has_controller:
        return
    made["loadBalancer"] = _values(of_instance(balancer), balancer.service.path)
    made["serverGroups"] = [_group(groups) for groups in distinct_groups(balancer.server_groups)]
    made["listeners"] = [_listener(listener) for listener in balancer.listeners]


def _values(rows: Iterable[tuple[str, Fact[object]]], path: str) -> Plan:
    made: Plan = {}
    for name, fact in rows:
        if name in _LISTS:
            made.setdefault(_LISTS[name], []).append(value_of(fact, path))
        else:
            made[name] = value_of(fact, path)
    return made


def _group(groups: list[NetworkServerGroup]) -> Plan:
    group, path = groups[0], groups[0].service.path
    made: Plan = {
        "name": None if group.is_users else group.name,
        "port": value_of(group.port, path),
        "ports": list(dict.fromkeys(other.port.value for other in groups)),
        "backend": value_of(derived(group.mode, "pod" if group.on_pods else "node-port"), path),
        "backendPort": value_of(picked(group), path),
        "weights": {"kind": group.weighting.kind, **value_of(group.weighting.weight, path)},
        "settings": _values(of_group(group), path),
    }
    if group.is_users:
        made["id"] = value_of(group.vgroup_id, path)
    return made


def _listener(listener: NetworkListener) -> Plan:
    path, group = listener.service.path, listener.server_group
    made: Plan = {
        "protocol": value_of(listener.protocol, path),
        "port": value_of(listener.port, path),
        "serverGroup": group.vgroup_id.value or group.name,
        "managed": managed(listener.balancer),
    }
    if listener.has_range:
        made["ports"] = value_of(derived(listener.range, listener.shown_ports), path)
    return made | (_values(of_listener(listener), path) if listener.managed else {})
