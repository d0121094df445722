"""Renders the plan of a Service as text: the CLB, each listener with its back ends, ignored annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.handling import CLB, NLB
from clblint.balancer.refusal import WELL
from clblint.balancer.values.integers import quoted
from clblint.clb.model import ClassicLoadBalancer
from clblint.clb.plan.document import group_sent, managed, name_of, picked, unclear
from clblint.clb.plan.existing import rows, same_port
from clblint.i18n.language import tr, tr_value
from clblint.i18n.text import N_
from clblint.kube.fact import Fact, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.refusal import SyncEnd
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.plan.existing import AttributeRow
    from clblint.clb.server_groups import ClassicServerGroup
    from clblint.clb.settings import IgnoredAnnotation
    from clblint.inventory.records import Clb, ClbListener

# In every call, and nothing that one would look for.
_SELF_EVIDENT = frozenset({"Description", "ListenerPort", "ListenerForward", "ForwardPort"})
# Meant for some listeners by nature: that the others ignore them is no news.
_OF_ONE_PROTOCOL = frozenset({"cert-id", "tls-cipher-policy", "http2-enabled", "domain-extensions", "forward-port"})
_WIDEST = 24  # a value beyond it moves its own origin to the right, and nobody else's
_MODES = {"eni": N_("the pods"), "local": N_("the nodes that run the pods"), "cluster": N_("all nodes")}


def plan_text(balancer: LoadBalancer, ends: SyncEnd = WELL) -> str:
    """The plan of one Service as lines of text; `ends` is how its syncs end."""
    return "".join(f"{line}\n" for line in _lines(balancer, ends))


def _lines(balancer: LoadBalancer, ends: SyncEnd) -> Iterator[str]:
    service = balancer.service
    name = name_of(service)
    yield f"{_shown(f'{name}?' if name.endswith('/') else name)}  {_shown(service.path)}:{service.name.place.span.line}"
    if balancer.rejection is not None:
        yield "  " + tr("nothing is built; the API server refuses the Service with")
        yield f"    {_shown(balancer.rejection.text)}"
        return
    if service.unsettled:
        yield f"  {_shown(unclear(balancer))}"
        return
    if not isinstance(balancer, ClassicLoadBalancer) or balancer.handled_by.value != CLB:
        why = _shown(tr_value(balancer.handling.because))
        nlb = balancer.handled_by.value == NLB
        yield "  " + (
            tr("handled by the NLB controller: {why}", why=why) if nlb else tr("no CLB is made: {why}", why=why)
        )
        yield from _ending(ends)
        return
    if balancer.stopped is not None:
        yield "  " + tr("nothing is built; the CCM gives up with")
        yield f"    {_shown(balancer.stopped.text.strip())}"
        return
    yield from _instance(balancer)
    if balancer.failure is not None:
        yield "  " + tr("no listener is made; the CCM stops with")
        yield f"    {_shown(balancer.failure.text)}"
        yield "    " + _dropped_port(balancer)
        return
    shown: dict[str, ClassicListener] = {}
    for listener in balancer.listeners:
        yield from _listener(listener, shown)
    yield from _ending(ends)


def _ending(ends: SyncEnd) -> Iterator[str]:
    error = _shown(ends.first.strip())
    if ends.rule:
        yield "  " + tr("the sync then ends in: {error} (rule {rule})", error=error, rule=ends.rule)
    elif ends.first:
        yield "  " + tr("the sync then ends in: {error}", error=error)
    if ends.later:
        yield "  " + tr("each later sync ends in: {error}", error=_shown(ends.later.strip()))


def _dropped_port(balancer: ClassicLoadBalancer) -> str:
    group = next(group for group in balancer.server_groups if group.dropped is not None)
    error = _shown(group.dropped.text if group.dropped else "")
    return tr("because of port {port}: {error}", port=group.port.value, error=error)


def _instance(balancer: ClassicLoadBalancer) -> Iterator[str]:
    clb = balancer.current
    if unclear(balancer):
        yield f"  {_shown(unclear(balancer))}"
    elif balancer.is_reused:
        named = {"id": _shown(balancer.reuses.value), "origin": _origin(balancer.reuses)}
        if managed(balancer) is None:
            yield "  " + tr("reuses the CLB {id}{origin}; whether it manages its listeners cannot be known", **named)
        elif balancer.manages_listeners:
            yield "  " + tr("reuses the CLB {id}{origin} and manages its listeners", **named)
        else:
            yield "  " + tr("reuses the CLB {id}{origin} and leaves its listeners alone", **named)
    elif clb is not None:
        yield "  " + tr("has the CLB {id}, which the CCM made", id=_shown(clb.id.value))
    else:
        yield "  " + tr("creates a CLB")
        yield from _table(balancer.attributes.items())
        return
    if clb is not None:
        yield from _beside(balancer, clb)
        return
    if balancer.inventory is not None and balancer.inventory.clbs.lacks(balancer.reuses.value):
        yield "    " + tr("no CLB of the inventory has this id")
    yield from _table(balancer.wishes.items())


def _beside(balancer: ClassicLoadBalancer, clb: Clb) -> Iterator[str]:
    """What the CLB has, and beside it what is asked for."""
    found = rows(balancer, clb)
    first = max((len(row.name) for row in found), default=0)
    second = min(max((len(_shown(row.there)) for row in found), default=0), _WIDEST)
    place = f"{_shown(clb.place.path)}:{clb.place.span.line}"
    yield "    " + tr("as the inventory has it ({place})", place=place)
    for row in found:
        asked = _asked(row, row.asked) if row.asked is not None else ""
        yield f"    {row.name:{first}}  {_shown(row.there) or '-':{second}}  {asked}".rstrip()


def _asked(row: AttributeRow, asked: Fact[object]) -> str:
    wanted, origin = _text(asked.value), _origin(asked)
    if wanted == _shown(row.there):
        return tr("as asked{origin}", origin=origin)
    return tr("to be {value}{origin}", value=wanted, origin=origin)


def _listener(listener: ClassicListener, shown: dict[str, ClassicListener]) -> Iterator[str]:
    """A listener and its back ends; `shown` are the first listeners of the groups that have been told of."""
    protocol = _shown(listener.protocol.value) if listener.protocol.known else tr("unknown")
    known = {"protocol": protocol, "port": _port(listener), "origin": _origin(listener.protocol)}
    head = "  " + tr("{protocol} listener on port {port}{origin}", **known)
    yield head if listener.managed else _left_alone(listener, head)
    for there, own in same_port(listener):
        yield "    " + _already(there, own=own)
    target, group = listener.forward_to, listener.server_group
    if not target.known:
        yield "    " + tr("whether it forwards, and where to, cannot be known{origin}", origin=_origin(target))
    elif target.value:
        yield "    " + tr("forwards to port {port}{origin}", port=target.value, origin=_origin(target))
    else:
        name = group_sent(listener) or ""
        yield from _group(group, name, shown.setdefault(name, listener))
    if not listener.managed:
        return
    if not listener.supported and listener.protocol.known:
        yield "    " + tr("is not made: {protocol} protocol is not supported", protocol=protocol)
    settings = ((name, fact) for name, fact in listener.settings.items() if name not in _SELF_EVIDENT)
    yield from _table(settings)
    for extension in listener.extensions:
        certificate, domain = _shown(extension.certificate), _shown(extension.domain)
        yield "    " + tr("certificate {certificate} for {domain}", certificate=certificate, domain=domain)
    for item in listener.ignored:
        if item.suffix not in _OF_ONE_PROTOCOL or _ignored_by_all(item, listener.balancer):
            what = f"{_shown(item.suffix)} {_text(item.fact.value)}{_origin(item.fact)}"
            yield "    " + tr("ignored: {setting}: {why}", setting=what, why=item.reason)


def _left_alone(listener: ClassicListener, head: str) -> str:
    if managed(listener.balancer) is None:
        return tr("{listener}: whether it is managed cannot be known; its server group is", listener=head)
    return tr("{listener}: not managed, only its server group is kept up to date", listener=head)


def _already(there: ClbListener, *, own: bool) -> str:
    protocol = _shown(there.protocol.value)
    if own:
        return tr("there is {protocol} already, made for this Service", protocol=protocol)
    name = _shown(there.description.value) or tr("no name")
    return tr("there is {protocol} already, made by others: {name}", protocol=protocol, name=name)


def _ignored_by_all(item: IgnoredAnnotation, balancer: ClassicLoadBalancer) -> bool:
    return all(any(item.suffix == other.suffix for other in listener.ignored) for listener in balancer.listeners)


def _group(group: ClassicServerGroup, name: str, first: ClassicListener) -> Iterator[str]:
    if group.dropped is not None:
        yield "    " + tr("has no back ends: {error}", error=_shown(group.dropped.text))
        return
    if first.server_group is not group and first.server_group.dropped is None:
        protocol = _shown(first.protocol.value) if first.protocol.known else tr("unknown")
        known = {"protocol": protocol, "port": _port(first)}
        yield "    " + tr("sends to the same back ends as the {protocol} listener on port {port}", **known)
        return
    if not group.mode.known:  # nor their port and weights, nor what the group is called
        yield "    " + tr("sends to back ends that cannot be known")
        if group.vgroup_id.value:
            yield "    " + tr("server group {name}", name=_shown(name))
        return
    port = picked(group)
    free = port.value is None
    yield "    " + tr(
        "sends to {nodes}{origin} on {port}, weighted {weights}",
        nodes=tr(_MODES[group.mode.value]),
        origin=_origin(group.mode),
        port=(tr("a node port that the API server picks") if free else tr("port {port}", port=_shown(port.value)))
        + _origin(port),
        weights=_weights(group),
    )
    yield "    " + tr("server group {name}", name=_shown(name))


def _weights(group: ClassicServerGroup) -> str:
    kind, weight = group.weighting
    if kind == "pods":
        return tr("by the number of pods on the node")
    shared = tr("{weight} each", weight=weight.value) if kind == "each" else tr("{weight} in all", weight=weight.value)
    return shared + _origin(weight)


def _table(rows: Iterable[tuple[str, Fact[object]]]) -> Iterator[str]:
    shown = [(name, _text(fact.value) if fact.value or fact.known else "?", _whence(fact)) for name, fact in rows]
    first = max((len(name) for name, _, _ in shown), default=0)
    second = min(max((len(value) for _, value, _ in shown), default=0), _WIDEST)
    for name, value, origin in shown:
        yield f"    {name:{first}}  {value:{second}}  {origin}"


def _port(listener: ClassicListener) -> object:
    return listener.port.value if listener.port.known else tr("unknown")


def _origin(fact: Fact[object]) -> str:
    return tr(" ({origin})", origin=_whence(fact))


def _whence(fact: Fact[object]) -> str:
    if not fact.written:
        return tr("default")
    if fact.origin is Origin.ELSEWHERE:
        return tr("unknown, decided in {path}", path=_shown(fact.place.path))
    line = fact.place.span.line
    return tr("line {line}", line=line) if fact.known else tr("unknown, line {line}", line=line)


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_shown(key)}={_shown(text)}" for key, text in value.items())
    return _shown(value) or '""'


def _shown(value: object) -> str:
    """The value, quoted if there is something in it that would not be seen."""
    text = str(value)
    return text if text.isprintable() and text == text.strip() else quoted(text)
