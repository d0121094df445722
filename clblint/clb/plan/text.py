"""Renders the plan of a Service with a CLB: the CLB, each listener with its back ends, ignored annotations."""

from __future__ import annotations

from clblint.balancer.plan.data import managed, picked, unclear
from clblint.balancer.plan.existing import attribute_rows
from clblint.balancer.plan.existing_words import already_there, beside
from clblint.balancer.plan.words import back_ends, ending, left_alone, open_ports, origin, shown, table, text_of
from clblint.clb.existing.drift import requested_of
from clblint.clb.plan.document import ATTRIBUTES, group_sent
from clblint.i18n.language import tr, tr_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.refusal import SyncEnd
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.server_groups import ClassicServerGroup
    from clblint.clb.settings import IgnoredAnnotation

# Parameters of every call that no reader looks for.
_SELF_EVIDENT = frozenset({"Description", "ListenerPort", "ListenerForward", "ForwardPort"})
# Annotations for some kinds of listeners: it is not worth a line that the others ignore them.
_OF_ONE_PROTOCOL = frozenset({"cert-id", "tls-cipher-policy", "http2-enabled", "domain-extensions", "forward-port"})


def lines_of(balancer: ClassicLoadBalancer, ends: SyncEnd) -> Iterator[str]:
    """Yield the lines about a CLB that the CCM does not refuse."""
    yield from _instance(balancer)
    if balancer.failure is not None:
        yield "  " + tr("no listener is made; the CCM stops with")
        yield f"    {shown(balancer.failure.text)}"
        yield "    " + _dropped_port(balancer)
        return
    printed: dict[str, ClassicListener] = {}
    for listener in balancer.listeners:
        yield from listener_lines(listener, printed)
    yield from open_ports(balancer.service)
    yield from ending(ends)


def _dropped_port(balancer: ClassicLoadBalancer) -> str:
    group = next(group for group in balancer.server_groups if group.dropped is not None)
    error = shown(group.dropped.text if group.dropped else "")
    return tr("because of port {port}: {error}", port=group.port.value, error=error)


def _instance(balancer: ClassicLoadBalancer) -> Iterator[str]:
    clb = balancer.current
    if (why := unclear(balancer)) is not None:
        yield f"  {shown(tr_value(why))}"
    elif balancer.is_reused:
        named = {"id": shown(balancer.reuses.value), "origin": origin(balancer.reuses, balancer.service)}
        if managed(balancer) is None:
            yield "  " + tr("reuses the CLB {id}{origin}; whether it manages its listeners cannot be known", **named)
        elif balancer.manages_listeners:
            yield "  " + tr("reuses the CLB {id}{origin} and manages its listeners", **named)
        else:
            yield "  " + tr("reuses the CLB {id}{origin} and leaves its listeners alone", **named)
    elif clb is not None:
        yield "  " + tr("has the CLB {id}, which the CCM made", id=shown(clb.id.value))
    else:
        yield "  " + _made(balancer)
        yield from table(balancer.attributes.items(), balancer.service)
        return
    if clb is not None:
        yield from beside(attribute_rows(clb, requested_of(balancer, clb), ATTRIBUTES), clb, balancer.service)
        return
    if balancer.printed is not None and balancer.reuses.holds and balancer.printed.lacks(balancer.reuses.value):
        yield "    " + tr("no CLB of the inventory has this id")
    yield from table(balancer.wishes.items(), balancer.service)


def _made(balancer: ClassicLoadBalancer) -> str:
    """A copied status says that the CLB exists, and the errors of a creation are not for it."""
    status = balancer.service.status_addresses
    if not status.present:
        return tr("creates a CLB")
    return tr("has a CLB by its status{origin}; a new one would be made with", origin=origin(status, balancer.service))


def listener_lines(listener: ClassicListener, printed: dict[str, ClassicListener]) -> Iterator[str]:
    """Yield the lines about a listener; `printed` has the first listener of each group already printed."""
    protocol = shown(listener.protocol.value) if listener.protocol.known else tr("unknown-protocol")
    known = {"protocol": protocol, "port": _port(listener), "origin": origin(listener.protocol, listener.service)}
    head = "  " + tr("{protocol} listener on port {port}{origin}", **known)
    yield head if listener.managed else left_alone(listener, head)
    yield from already_there(listener)
    target, group = listener.forward_to, listener.server_group
    if not target.known:
        yield "    " + tr(
            "whether it forwards, and where to, cannot be known{origin}", origin=origin(target, listener.service)
        )
    elif target.value:
        yield "    " + tr("forwards to port {port}{origin}", port=target.value, origin=origin(target, listener.service))
    else:
        name = group_sent(listener) or ""
        yield from _group(group, name, printed.setdefault(group.identity, listener))
    if not listener.managed:
        return
    if not listener.supported and listener.protocol.known:
        yield "    " + tr("is not made: {protocol} protocol is not supported", protocol=protocol)
    settings = ((name, fact) for name, fact in listener.settings.items() if name not in _SELF_EVIDENT)
    yield from table(settings, listener.service)
    for extension in listener.extensions:
        certificate, domain = shown(extension.certificate), shown(extension.domain)
        yield "    " + tr("certificate {certificate} for {domain}", certificate=certificate, domain=domain)
    for item in listener.ignored:
        if item.suffix not in _OF_ONE_PROTOCOL or _ignored_by_all(item, listener.balancer):
            what = f"{shown(item.suffix)} {text_of(item.fact.value)}{origin(item.fact, listener.service)}"
            yield "    " + tr("ignored: {setting}: {why}", setting=what, why=item.reason)


def _ignored_by_all(item: IgnoredAnnotation, balancer: ClassicLoadBalancer) -> bool:
    return all(any(item.suffix == other.suffix for other in listener.ignored) for listener in balancer.listeners)


def _group(group: ClassicServerGroup, name: str, first: ClassicListener) -> Iterator[str]:
    if group.dropped is not None:
        yield "    " + tr("has no back ends: {error}", error=shown(group.dropped.text))
        return
    if first.server_group is not group and first.server_group.dropped is None:
        protocol = shown(first.protocol.value) if first.protocol.known else tr("unknown-protocol")
        known = {"protocol": protocol, "port": _port(first)}
        yield "    " + tr("sends to the same back ends as the {protocol} listener on port {port}", **known)
        return
    if not group.mode.known:  # port, weights and the name of the group are unknown, too
        yield "    " + tr("sends to back ends that cannot be known")
        if group.vgroup_id.value:
            yield "    " + tr("server group {name}", name=shown(name))
        return
    yield "    " + back_ends(group, picked(group))
    yield "    " + tr("server group {name}", name=shown(name))


def _port(listener: ClassicListener) -> object:
    return listener.port.value if listener.port.known else tr("unknown")
