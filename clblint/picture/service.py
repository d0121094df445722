"""Draws what the CCM would build from a Service."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB
from clblint.balancer.plan.data import managed, name_of, picked, unclear
from clblint.balancer.plan.words import nodes_of, shown, standing
from clblint.balancer.refusal import WELL
from clblint.clb.listeners import ClassicListener
from clblint.clb.server_groups import ClassicServerGroup
from clblint.i18n.language import tr, tr_value
from clblint.picture.drawing import (
    BACK_ENDS,
    BALANCER,
    GROUP,
    LISTENER,
    NETWORK,
    PLAIN,
    REFUSED,
    UNKNOWN,
    Box,
    Edge,
    drawing,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.refusal import SyncEnd
    from clblint.balancer.server_groups import ServerGroup
    from clblint.kube.objects import Service
    from clblint.picture.drawing import Drawing

NETWORK_KEY, BALANCER_KEY = "network", "balancer"
_PODS, _ERROR = "back ends", "error"
_MOST_WORKLOADS = 3


def is_drawn(service: Service) -> bool:
    """Whether there is anything to draw: of most Services everybody knows that they have no load balancer."""
    return service.type.may_be("LoadBalancer")


def draw(balancer: LoadBalancer, ends: SyncEnd = WELL) -> Drawing:
    """The drawing of one Service; `ends` is how its syncs end."""
    service = balancer.service
    return drawing(shown(name_of(service)), standing(service), _boxes(balancer, ends), _edges(balancer))


def _boxes(balancer: LoadBalancer, ends: SyncEnd) -> Iterator[Box]:
    if (why := nothing_built(balancer)) is not None:
        yield why
        return
    yield Box(NETWORK_KEY, NETWORK, network_of(balancer))
    yield _balancer_box(balancer)
    if balancer.failure is not None:
        yield _error(tr("no listener is made"), balancer.failure.text)
        return
    if ends.first:
        yield _error(tr("the sync then fails with"), ends.first)
    for listener in balancer.listeners:
        yield _listener_box(listener)
        if _forward_to(listener) == 0:
            yield _group_box(listener.server_group)
            yield _back_ends_box(balancer, listener.server_group)


def nothing_built(balancer: LoadBalancer) -> Box | None:
    """The only box of a Service that nothing is built for; None if something is."""
    if balancer.rejection is not None:
        return Box(BALANCER_KEY, BALANCER, tr("the API server"), (line_of(balancer.rejection.text),), REFUSED)
    if balancer.service.unsettled:
        return Box(BALANCER_KEY, BALANCER, tr("load balancer"), (line_of(tr_value(unclear(balancer) or "")),), UNKNOWN)
    if balancer.handled_by.value not in {CLB, NLB}:
        why, mark = tr_value(balancer.handling.because), PLAIN if balancer.handled_by.known else UNKNOWN
        return Box(BALANCER_KEY, BALANCER, tr("no load balancer"), (line_of(why),), mark)
    if balancer.stopped is not None:
        return Box(BALANCER_KEY, BALANCER, balancer.kind, (line_of(balancer.stopped.text),), REFUSED)
    return None


def network_of(balancer: LoadBalancer) -> str:
    """Where clients are: on the internet, in the VPC, or somewhere."""
    fact = balancer.attributes.get("AddressType")
    if fact is None and balancer.current is not None:
        fact = balancer.current.attribute("AddressType")
    known = str(fact.value).lower() if fact is not None and fact.known else ""
    return {"internet": tr("internet"), "intranet": tr("VPC")}.get(known, tr("clients"))


def _balancer_box(balancer: LoadBalancer) -> Box:
    kind, found = balancer.kind, balancer.current
    if (why := unclear(balancer)) is not None:
        return Box(BALANCER_KEY, BALANCER, kind, (line_of(tr_value(why)),), UNKNOWN)
    if not balancer.is_reused:
        return Box(BALANCER_KEY, BALANCER, f"{kind} {shown(found.id.value)}" if found is not None else kind)
    notes = {
        True: tr("reused"),
        False: tr("reused, its listeners are left alone"),
        None: tr("reused, whether its listeners are managed cannot be known"),
    }
    return Box(BALANCER_KEY, BALANCER, f"{kind} {shown(balancer.reuses.value)}", (notes[managed(balancer)],))


def _listener_box(listener: Listener) -> Box:
    box = Box(listener_key(listener), LISTENER, _title_of(listener))
    if not listener.managed:
        return box._replace(notes=(tr("not managed"),))
    if listener.protocol.known and not listener.supported:
        return box._replace(notes=(tr("the protocol is not supported"),), mark=REFUSED)
    if _forward_to(listener) is None:
        return box._replace(notes=(tr("whether it forwards cannot be known"),), mark=UNKNOWN)
    return box if listener.protocol.known and listener.port.known else box._replace(mark=UNKNOWN)


def _title_of(listener: Listener) -> str:
    protocol = shown(listener.protocol.value.upper()) if listener.protocol.known else "?"
    return f"{protocol} {listener.shown_ports if listener.port.known else '?'}"


def listener_key(listener: Listener) -> str:
    """The key of the box of a listener: what calls name it."""
    return f"{listener.protocol.value} listener {listener.shown_ports}"


def group_key(group: ServerGroup) -> str:
    """The key of the box of a server group: what calls name it."""
    return f"server group {group.identity}"


def _group_box(group: ServerGroup) -> Box:
    own = group.vgroup_id.value
    box = Box(group_key(group), GROUP, shown(own) if own else tr("server group"))
    if isinstance(group, ClassicServerGroup) and group.dropped is not None:
        why = tr("has no back ends: {error}", error=line_of(group.dropped.text))
        return box._replace(notes=(why,), mark=REFUSED)
    return box._replace(notes=(_port_of(group),)) if group.mode.known else box._replace(mark=UNKNOWN)


def _port_of(group: ServerGroup) -> str:
    if getattr(group, "is_any_port", False):
        return tr("the port that the client used")
    port = picked(group)
    if port.value is None:
        return tr("a node port that is picked")
    return tr("port {port}", port=shown(port.value))


def _back_ends_box(balancer: LoadBalancer, group: ServerGroup) -> Box:
    if not group.mode.known:
        return Box(_PODS, BACK_ENDS, tr("back ends"), (), UNKNOWN)
    found = [f"{one.kind} {shown(one.built_name.value)}" for one in balancer.workloads]
    more = len(found) - _MOST_WORKLOADS
    notes = (*found[:_MOST_WORKLOADS], *([tr("and {more} more", more=more)] if more > 0 else []))
    return Box(_PODS, BACK_ENDS, nodes_of(group), notes)


def _error(title: str, text: str) -> Box:
    return Box(_ERROR, LISTENER, title, (line_of(text),), REFUSED, is_remark=True)


def _edges(balancer: LoadBalancer) -> Iterator[Edge]:
    yield Edge(NETWORK_KEY, BALANCER_KEY)
    yield Edge(BALANCER_KEY, _ERROR, dashed=True)
    by_port = {listener.port.value: listener_key(listener) for listener in reversed(balancer.listeners)}
    for listener in balancer.listeners:
        key, group, target = listener_key(listener), group_key(listener.server_group), _forward_to(listener)
        yield Edge(BALANCER_KEY, key)
        if target == 0:
            yield Edge(key, group)
            yield Edge(group, _PODS)
        elif target in by_port:
            yield Edge(key, by_port[target], dashed=True)


def _forward_to(listener: Listener) -> int | None:
    """The port that a listener of a CLB redirects to, 0 if it does not, None if that cannot be known."""
    if not isinstance(listener, ClassicListener):
        return 0
    return listener.forward_to.value if listener.forward_to.known else None


def line_of(text: str) -> str:
    """A text of a manifest or the CCM as a line of a box."""
    return shown(text.strip())
