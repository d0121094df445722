"""What the CCM would build from a Service, for people: the CLB, each listener with its back ends, what is ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.handling import CLB, NLB
from clblint.clb.integers import quoted
from clblint.clb.plan import group_sent, picked
from clblint.clb.plan_existing import rows, same_port

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.clb.listeners import Listener
    from clblint.clb.model import LoadBalancer
    from clblint.clb.server_groups import ServerGroup
    from clblint.clb.settings import Ignored
    from clblint.inventory.records import Clb
    from clblint.kube.fact import Fact

# In every call, and nothing that one would look for.
_SELF_EVIDENT = frozenset({"Description", "ListenerPort", "ListenerForward", "ForwardPort"})
# Meant for some listeners by nature: that the others ignore them is no news.
_OF_ONE_PROTOCOL = frozenset({"cert-id", "tls-cipher-policy", "http2-enabled", "domain-extensions", "forward-port"})
_WIDEST = 24  # a value beyond it moves its own origin to the right, and nobody else's
_MODES = {"eni": "the pods", "local": "the nodes that run the pods", "cluster": "all nodes"}


def plan_text(balancer: LoadBalancer) -> str:
    """The plan of one Service as lines of text."""
    return "".join(f"{line}\n" for line in _lines(balancer))


def _lines(balancer: LoadBalancer) -> Iterator[str]:
    service = balancer.service
    name = f"{service.namespace or 'default'}/{service.name.value}"
    yield f"{_shown(name)}  {_shown(service.path)}:{service.name.place.span.line}"
    if balancer.handled_by.value != CLB:
        who = "handled by the NLB controller" if balancer.handled_by.value == NLB else "no CLB is made"
        yield f"  {who}: {_shown(balancer.handling.because)}"
        return
    if balancer.refusal is not None:
        yield "  nothing is built; the CCM gives up with"
        yield f"    {_shown(balancer.refusal.text.strip())}"
        return
    yield from _instance(balancer)
    if balancer.failure is not None:
        yield "  no listener is made; the CCM stops with"
        yield f"    {_shown(balancer.failure.text)}"
        yield f"    because of port {_dropped_port(balancer)}"
        return
    for listener in balancer.listeners:
        yield from _listener(listener)


def _dropped_port(balancer: LoadBalancer) -> str:
    group = next(group for group in balancer.server_groups if group.dropped is not None)
    return f"{group.port.value}: {_shown(group.dropped.text if group.dropped else '')}"


def _instance(balancer: LoadBalancer) -> Iterator[str]:
    clb = balancer.current
    if balancer.is_reused:
        kept = "and manages its listeners" if balancer.manages_listeners else "and leaves its listeners alone"
        yield f"  reuses the CLB {_shown(balancer.reuses.value)}{_origin(balancer.reuses)} {kept}"
    elif clb is not None:
        yield f"  has the CLB {_shown(clb.id.value)}, which the CCM made"
    else:
        yield "  creates a CLB"
        yield from _table(balancer.attributes.items())
        return
    if clb is not None:
        yield from _beside(balancer, clb)
        return
    if balancer.inventory is not None and balancer.inventory.clbs.lacks(balancer.reuses.value):
        yield "    no CLB of the inventory has this id"
    yield from _table(balancer.wishes.items())


def _beside(balancer: LoadBalancer, clb: Clb) -> Iterator[str]:
    """What the CLB has, and beside it what is asked for."""
    found = rows(balancer, clb)
    first = max((len(row.name) for row in found), default=0)
    second = min(max((len(_shown(row.there)) for row in found), default=0), _WIDEST)
    yield f"    as the inventory has it ({_shown(clb.place.path)}:{clb.place.span.line})"
    for row in found:
        asked = ""
        if row.asked is not None:
            same = _text(row.asked.value) == _shown(row.there)
            asked = f"as asked{_origin(row.asked)}" if same else f"to be {_text(row.asked.value)}{_origin(row.asked)}"
        yield f"    {row.name:{first}}  {_shown(row.there) or '-':{second}}  {asked}".rstrip()


def _listener(listener: Listener) -> Iterator[str]:
    protocol = listener.protocol.value if listener.protocol.known else "unknown"
    head = f"  {_shown(protocol)} listener on port {listener.port.value}{_origin(listener.protocol)}"
    yield head if listener.managed else f"{head}: not managed, only its server group is kept up to date"
    for there, own in same_port(listener):
        made_by = "made for this Service" if own else f"made by others: {_shown(there.description.value) or 'no name'}"
        yield f"    there is {_shown(there.protocol.value)} already, {made_by}"
    target, group = listener.forward_to, listener.server_group
    if target.value:
        yield f"    forwards to port {target.value}{_origin(target)}"
    else:
        yield from _group(group, group_sent(listener) or "")
    if not listener.managed:
        return
    if not listener.supported and listener.protocol.known:
        yield f"    is not made: {_shown(protocol)} protocol is not supported"
    shown = ((name, fact) for name, fact in listener.settings.items() if name not in _SELF_EVIDENT)
    yield from _table(shown)
    for extension in listener.extensions:
        yield f"    certificate {_shown(extension.certificate)} for {_shown(extension.domain)}"
    for item in listener.ignored:
        if item.suffix not in _OF_ONE_PROTOCOL or _ignored_by_all(item, listener.balancer):
            yield f"    ignored: {_shown(item.suffix)} {_text(item.fact.value)}{_origin(item.fact)}: {item.reason}"


def _ignored_by_all(item: Ignored, balancer: LoadBalancer) -> bool:
    return all(any(item.suffix == other.suffix for other in listener.ignored) for listener in balancer.listeners)


def _group(group: ServerGroup, name: str) -> Iterator[str]:
    if group.dropped is not None:
        yield f"    has no back ends: {_shown(group.dropped.text)}"
        return
    port = picked(group)
    number = "a node port that the API server picks" if port.value is None else f"port {_shown(port.value)}"
    mode = _MODES[group.mode.value] if group.mode.known else "back ends that cannot be known"
    yield f"    sends to {mode}{_origin(group.mode)} on {number}{_origin(port)}, weighted {_weights(group)}"
    yield f"    server group {_shown(name)}"


def _weights(group: ServerGroup) -> str:
    kind, weight = group.weighting
    if kind == "pods":
        return "by the number of pods on the node"
    shared = "each" if kind == "each" else "in all"
    return f"{weight.value} {shared}{_origin(weight)}"


def _table(rows: Iterable[tuple[str, Fact[object]]]) -> Iterator[str]:
    shown = [(name, _text(fact.value), _origin(fact).strip(" ()")) for name, fact in rows]
    first = max((len(name) for name, _, _ in shown), default=0)
    second = min(max((len(value) for _, value, _ in shown), default=0), _WIDEST)
    for name, value, origin in shown:
        yield f"    {name:{first}}  {value:{second}}  {origin}"


def _origin(fact: Fact[object]) -> str:
    if not fact.written:
        return " (default)"
    line = fact.place.span.line
    return f" (line {line})" if fact.known else f" (unknown, line {line})"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_shown(key)}={_shown(text)}" for key, text in value.items())
    return _shown(value) or '""'


def _shown(value: object) -> str:
    """The value, quoted if there is something in it that would not be seen."""
    text = str(value)
    return text if text.isprintable() and text == text.strip() else quoted(text)
