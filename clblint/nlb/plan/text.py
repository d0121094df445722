"""Renders the plan of a Service with an NLB: the NLB with its zones, each listener, its back ends and their check."""

from __future__ import annotations

from clblint.balancer.plan.data import managed, picked, unclear
from clblint.balancer.plan.existing_words import already_there, beside
from clblint.balancer.plan.words import (
    back_ends,
    chosen_at,
    ending,
    left_alone,
    nodes_of,
    open_ports,
    origin,
    shown,
    table,
    weights,
)
from clblint.i18n.language import tr, tr_value
from clblint.nlb.plan.existing import rows
from clblint.nlb.plan.rows import of_group, of_instance, of_listener, source_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.refusal import SyncEnd
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup


def lines_of(balancer: NetworkLoadBalancer, ends: SyncEnd) -> Iterator[str]:
    """Yield the lines about an NLB that the CCM does not refuse."""
    yield f"  {_instance(balancer)}"
    yield from _attributes(balancer)
    printed: dict[str, NetworkListener] = {}
    for listener in balancer.listeners:
        yield from listener_lines(listener, printed)
    yield from open_ports(balancer.service)
    yield from ending(ends)


def _made(balancer: NetworkLoadBalancer) -> str:
    """The NLB that the CCM made or makes; a copied status says that it exists."""
    nlb, status = balancer.current, balancer.service.status_addresses
    if nlb is not None:
        return tr("has the NLB {id}, which the CCM made", id=shown(nlb.id.value))
    if not status.present:
        return tr("creates an NLB")
    return tr("has an NLB by its status{origin}; a new one would be made with", origin=origin(status, balancer.service))


def _instance(balancer: NetworkLoadBalancer) -> str:
    if (why := unclear(balancer)) is not None:
        return shown(tr_value(why))
    if not balancer.is_reused:
        return _made(balancer)
    named = {"id": shown(balancer.reuses.value), "origin": origin(balancer.reuses, balancer.service)}
    if managed(balancer) is None:
        return tr("reuses the NLB {id}{origin}; whether it manages its listeners cannot be known", **named)
    if balancer.manages_listeners:
        return tr("reuses the NLB {id}{origin} and manages its listeners", **named)
    return tr("reuses the NLB {id}{origin} and leaves its listeners alone", **named)


def _attributes(balancer: NetworkLoadBalancer) -> Iterator[str]:
    nlb = balancer.current
    if nlb is not None:
        yield from beside(rows(balancer, nlb), nlb, balancer.service)
        yield from table(source_ranges(balancer), balancer.service)
        return
    if balancer.printed is not None and balancer.reuses.holds and balancer.printed.lacks(balancer.reuses.value):
        yield "    " + tr("no NLB of the inventory has this id")
    yield from table(of_instance(balancer), balancer.service)


def listener_lines(listener: NetworkListener, printed: dict[str, NetworkListener]) -> Iterator[str]:
    """Yield the lines about a listener; `printed` has the first listener of each group already printed."""
    head = f"  {_named(listener)}"
    yield head if listener.managed else left_alone(listener, head)
    yield from already_there(listener)
    group = listener.server_group
    name = group.vgroup_id.value or group.name
    first = printed.setdefault(group.identity, listener)
    if first is listener:
        yield from _group(group, name)
    else:
        known = {"protocol": _protocol(first), "port": _ports(first)}
        yield "    " + tr("sends to the same back ends as the {protocol} listener on port {port}", **known)
    if listener.managed:
        yield from table(of_listener(listener), listener.service)


def _named(listener: NetworkListener) -> str:
    known = {"protocol": _protocol(listener), "origin": origin(listener.protocol, listener.service)}
    if listener.has_range:
        where = {"ports": _ports(listener), "line": origin(listener.range, listener.service)}
        return tr("{protocol} listener{origin} on ports {ports}{line}", **known, **where)
    return tr("{protocol} listener on port {port}{origin}", port=_ports(listener), **known)


def _ports(listener: NetworkListener) -> str:
    return listener.shown_ports if listener.has_range or listener.port.known else tr("unknown")


def _protocol(listener: NetworkListener) -> str:
    return shown(listener.protocol.value) if listener.protocol.known else tr("unknown-protocol")


def _group(group: NetworkServerGroup, name: str) -> Iterator[str]:
    if group.mode.known and group.is_any_port:
        known = {"nodes": nodes_of(group), "origin": chosen_at(group), "weights": weights(group)}
        yield "    " + tr("sends to {nodes}{origin} on the port that the client used, weighted {weights}", **known)
    elif group.mode.known:
        yield "    " + back_ends(group, picked(group))
    else:  # port, weights and the name of the group are unknown, too
        yield "    " + tr("sends to back ends that cannot be known")
    if group.mode.known or group.is_users:
        yield "    " + tr("server group {name}", name=shown(name))
    yield from table(of_group(group), group.service)
