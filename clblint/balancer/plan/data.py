"""The data that plans of CLBs and NLBs share: values with their origin.

A value that depends on the files is an object: `value`, `given` (whether it is written there), and `line`, or
`default: true`; `unknown: true` marks what is written but cannot be known, such as a placeholder. `path` is there if
that is not the file of the Service.
"""

from __future__ import annotations

from typing import Any

from clblint.balancer.facts import defaulted
from clblint.balancer.handling import NLB, NONE
from clblint.i18n.text import phrase
from clblint.kube.fact import Origin
from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.server_groups import ServerGroup
    from clblint.i18n.text import Text
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.source.located import Located

Plan = dict[str, Any]
Group = TypeVar("Group", bound="ServerGroup")


def name_of(service: Service) -> str:
    """The name of a Service in a plan, with its namespace."""
    return f"{service.namespace or 'default'}/{service.built_name.value}"


def standing(service: Service) -> Plan:
    """Where a Service is written; of a built one also the folder of the kustomization that builds it."""
    place = service.name.place
    made = {"path": place.path, "line": place.span.line}
    return {**made, "root": service.built_by} if service.built_by else made


def line_of(thing: Located, service: Service) -> Plan:
    """The line of something, and its file if that is not the one of the Service."""
    place = thing.place
    made = {"line": place.span.line}
    return made if place.path == service.name.place.path else {**made, "path": place.path}


def picked(group: ServerGroup) -> Fact[int | str | None]:
    """The port of the back ends; None if the API server picks it."""
    port = group.back_end_port
    left_out = not group.on_pods and not port.written and group.balancer.allocates_node_ports.value
    return defaulted(port, None) if left_out else port


def distinct_groups(groups: Iterable[Group]) -> list[list[Group]]:
    """The groups that are made or filled, each with all ports that share it."""
    found: dict[str, list[Group]] = {}
    for group in groups:
        found.setdefault(group.identity, []).append(group)
    return list(found.values())


def managed(balancer: LoadBalancer) -> bool | None:
    """Whether the CCM manages its listeners; None if that depends on an unknown value."""
    if not balancer.is_reused or balancer.force_override.holds:
        return True
    return None if unclear(balancer) or not balancer.force_override.known else False


def unclear(balancer: LoadBalancer) -> Text | None:
    """Why it is unknown what is built, or whether a load balancer is created or reused; None if known."""
    if balancer.service.unsettled:
        return phrase("what is built is decided in {path}", path=balancer.service.unsettled)
    if balancer.reuses.origin is not Origin.ELSEWHERE:
        return None
    path = balancer.reuses.place.path
    if balancer.handled_by.value == NLB:
        return phrase("whether it creates an NLB or reuses one is decided in {path}", path=path)
    return phrase("whether it creates a CLB or reuses one is decided in {path}", path=path)


def left_open(balancer: LoadBalancer) -> Text | None:
    """Why it is unknown whether anything is built, or which listeners are; None if known."""
    if not balancer.handled_by.known:
        return balancer.handling.because
    if balancer.handled_by.value != NONE and not balancer.service.port_list.known:
        return phrase("its ports cannot be known")
    return None


def value_of(fact: Fact[object], service: Service) -> Plan:
    """A value of a Service with its origin."""
    made: Plan = {"value": fact.value, "given": fact.given}
    if not fact.written:
        return {**made, "default": True}
    if not fact.known:
        made["unknown"] = True
    return made | line_of(fact, service)
