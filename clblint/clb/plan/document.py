"""The plan of a Service as plain data: one entry of `clblint plan --format json`.

A value that depends on the files is an object: `value`, `given` (whether it is written there), and `line`, or
`default: true`; `unknown: true` marks what is written but cannot be known, such as a placeholder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.balancer.facts import defaulted, derived
from clblint.balancer.handling import CLB
from clblint.balancer.refusal import WELL
from clblint.clb.model import ClassicLoadBalancer
from clblint.clb.plan.existing import existing_plan
from clblint.i18n.language import tr
from clblint.kube.fact import Fact, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.refusal import SyncEnd
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.server_groups import ClassicServerGroup
    from clblint.kube.objects import Service

Plan = dict[str, Any]
FORMAT = 1


def plan_document(plans: Iterable[Plan]) -> Plan:
    """The plan of several Services."""
    return {"format": FORMAT, "services": list(plans)}


def plan(balancer: LoadBalancer, ends: SyncEnd = WELL) -> Plan:
    """The plan of one Service.

    Nothing is built where another controller handles it, where the API server refuses it, or where the CCM gives up.
    `ends` is how its syncs end.
    """
    service = balancer.service
    made: Plan = {
        "name": name_of(service),
        "path": service.path,
        "line": service.name.place.span.line,
        "handledBy": balancer.handled_by.value,
        "because": str(balancer.handling.because),
        "reuses": None,
        "error": balancer.stopped.text if balancer.stopped is not None else None,
        "ends": ends.first or None,
        "loadBalancer": {},
        "serverGroups": [],
        "listeners": [],
    }
    if service.unsettled:
        return {**made, "unclear": unclear(balancer), "error": None, "ends": None}
    if isinstance(balancer, ClassicLoadBalancer) and balancer.handled_by.value == CLB and balancer.rejection is None:
        _fill(made, balancer)
    if ends.rule:
        made["endsRule"] = ends.rule
    if ends.later:
        made["endsLater"] = ends.later
    return made


def name_of(service: Service) -> str:
    """The name of a Service in a plan, with its namespace."""
    return f"{service.namespace or 'default'}/{service.built_name.value}"


def _fill(made: Plan, balancer: ClassicLoadBalancer) -> None:
    made["reuses"] = balancer.reuses.value or None
    if unclear(balancer):
        made["unclear"] = unclear(balancer)
    if balancer.inventory is not None:
        made["existing"] = existing_plan(balancer)
    if balancer.stopped is not None:
        return
    path = balancer.service.path
    made["loadBalancer"] = {name: _value(fact, path) for name, fact in balancer.attributes.items()}
    if balancer.failure is not None:
        made["failure"] = balancer.failure.text
        return
    made["serverGroups"] = [_group(groups, path) for groups in distinct_groups(balancer)]
    made["listeners"] = [_listener(listener) for listener in balancer.listeners]
    dropped = [(group.port.value, group.dropped.text) for group in balancer.server_groups if group.dropped is not None]
    if dropped:
        made["droppedPorts"] = [{"port": port, "because": text} for port, text in dropped]


def distinct_groups(balancer: ClassicLoadBalancer) -> list[list[ClassicServerGroup]]:
    """The groups that are really made or filled, each with all ports that share it."""
    found: dict[str, list[ClassicServerGroup]] = {}
    for group in balancer.server_groups:
        if group.dropped is None:
            found.setdefault(group.vgroup_id.value or group.name, []).append(group)
    return list(found.values())


def _group(groups: list[ClassicServerGroup], path: str) -> Plan:
    group = groups[0]
    reused = group.vgroup_id.value
    made: Plan = {
        "name": None if reused else group.name,
        "port": _value(group.port, path),
        "ports": list(dict.fromkeys(other.port.value for other in groups)),
        "backend": _value(derived(group.mode, "pod" if group.on_pods else "node-port"), path),
        "backendPort": _value(picked(group), path),
        "weights": {"kind": group.weighting.kind, **_value(group.weighting.weight, path)},
    }
    if reused:
        made["id"] = _value(group.vgroup_id, path)
    return made


def picked(group: ClassicServerGroup) -> Fact[int | str | None]:
    """The port of the back ends; None where the API server picks it."""
    port = group.back_end_port
    left_out = not group.on_pods and not port.written and group.balancer.allocates_node_ports.value
    return defaulted(port, None) if left_out else port


def _listener(listener: ClassicListener) -> Plan:
    path = listener.service.path
    made: Plan = {
        "protocol": _value(listener.protocol, path),
        "port": _value(listener.port, path),
        "serverGroup": group_sent(listener),
        "managed": managed(listener.balancer),
    }
    if not listener.managed:
        return made
    if not listener.supported and listener.protocol.known:
        made["error"] = f"create listener error: {listener.protocol.value} protocol is not supported"
    made |= {name: _value(fact, path) for name, fact in listener.settings.items()}
    if listener.extensions:
        made["domainExtensions"] = [
            {"Domain": extension.domain, "ServerCertificateId": extension.certificate}
            for extension in listener.extensions
        ]
    made["ignored"] = [
        {
            "annotation": listener.balancer.annotations.key_of(item.suffix),
            **_value(item.fact, path),
            "because": str(item.reason),
        }
        for item in listener.ignored
    ]
    return made


def managed(balancer: ClassicLoadBalancer) -> bool | None:
    """Whether the CCM manages its listeners; None where that hangs on a value that cannot be known."""
    if not balancer.is_reused or balancer.force_override.holds:
        return True
    return None if unclear(balancer) or not balancer.force_override.known else False


def unclear(balancer: LoadBalancer) -> str:
    """Why it cannot be known what is built, or whether a CLB is created or reused; empty where it can."""
    if balancer.service.unsettled:
        return tr("what is built is decided in {path}", path=balancer.service.unsettled)
    if balancer.reuses.origin is not Origin.ELSEWHERE:
        return ""
    return tr("whether it creates a CLB or reuses one is decided in {path}", path=balancer.reuses.place.path)


def group_sent(listener: ClassicListener) -> str | None:
    """The group that the create call names: none for a listener that forwards, unless it is one of the user's own."""
    group = listener.server_group
    if group.vgroup_id.value:
        return group.vgroup_id.value
    return None if listener.forward_to.value else group.name


def _value(fact: Fact[object], path: str) -> Plan:
    made: Plan = {"value": fact.value, "given": fact.given}
    if not fact.written:
        return {**made, "default": True}
    if not fact.known:
        made["unknown"] = True
    place = fact.place
    made["line"] = place.span.line
    if place.path != path:
        made["path"] = place.path
    return made
