"""The texts that plans of CLBs and NLBs share: values with their origin, back ends, how a sync ends."""

from __future__ import annotations

from clblint.balancer.plan.data import managed
from clblint.balancer.values.integers import quoted
from clblint.i18n.language import tr
from clblint.i18n.text import N_
from clblint.kube.fact import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.refusal import SyncEnd
    from clblint.balancer.server_groups import ServerGroup
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.source.place import Place

WIDEST = 24  # a longer value moves only its own origin to the right
_MODES = {"eni": N_("the pods"), "local": N_("the nodes that run the pods"), "cluster": N_("all nodes")}
_LABELLED = {
    "local": N_("the nodes labelled {label} that run the pods"),
    "cluster": N_("the nodes labelled {label}"),
}


def standing(service: Service) -> str:
    """Where a Service is written, and what builds it."""
    place = service.name.place
    where = f"{shown(place.path)}:{place.span.line}"
    return f"{where}  {tr('built by {root}', root=shown(service.built_by))}" if service.built_by else where


def open_ports(service: Service) -> Iterator[str]:
    """Yield that there may be other listeners, if a placeholder is the whole of `spec.ports`."""
    if not service.port_list.known:
        yield "  " + tr("its ports cannot be known")


def ending(ends: SyncEnd) -> Iterator[str]:
    """Yield how the syncs end."""
    first, later = shown(ends.first.strip()), shown(ends.later.strip())
    if first and ends.rule:
        yield "  " + tr("the sync then fails with: {error} (rule {rule})", error=first, rule=ends.rule)
    elif first:
        yield "  " + tr("the sync then fails with: {error}", error=first)
    if later and ends.rule:
        yield "  " + tr("each later sync fails with: {error} (rule {rule})", error=later, rule=ends.rule)
    elif later:
        yield "  " + tr("each later sync fails with: {error}", error=later)


def left_alone(listener: Listener, head: str) -> str:
    """The head of a listener that the CCM may not manage."""
    if managed(listener.balancer) is None:
        return tr("{listener}: whether it is managed cannot be known; its server group is", listener=head)
    return tr("{listener}: not managed, only its server group is kept up to date", listener=head)


def nodes_of(group: ServerGroup) -> str:
    """The back ends of a group: pods or nodes."""
    label = _label_of(group)
    if label is None:
        return tr(_MODES[group.mode.value])
    return tr(_LABELLED[group.mode.value], label=shown(label.value))


def chosen_at(group: ServerGroup) -> str:
    """The origin of the choice of back ends."""
    label = _label_of(group)
    return origin(group.mode if label is None else label, group.service)


def _label_of(group: ServerGroup) -> Fact[str] | None:
    """The `backend-label` that selects nodes; None without one, and for pods."""
    label = group.balancer.annotations.get("backend-label")
    return label if label.is_set and group.mode.value != "eni" else None


def back_ends(group: ServerGroup, port: Fact[int | str | None]) -> str:
    """The back ends of a group with their port; the value of `port` is None if the API server picks it."""
    free = port.value is None
    return tr(
        "sends to {nodes}{origin} on {port}, weighted {weights}",
        nodes=nodes_of(group),
        origin=chosen_at(group),
        port=(tr("a node port that the API server picks") if free else tr("port {port}", port=shown(port.value)))
        + origin(port, group.service),
        weights=weights(group),
    )


def weights(group: ServerGroup) -> str:
    """How the back ends of a group are weighted, in words."""
    kind, weight = group.weighting
    if kind == "pods":
        return tr("by the number of pods on the node")
    shared = tr("{weight} each", weight=weight.value) if kind == "each" else tr("{weight} in all", weight=weight.value)
    return shared + origin(weight, group.service)


def table(rows: Iterable[tuple[str, Fact[object]]], service: Service) -> Iterator[str]:
    """Yield a line for each value of a Service, with where it comes from."""
    found = [(name, _value_of(fact), origin_of(fact, service)) for name, fact in rows]
    first = max((len(name) for name, _, _ in found), default=0)
    second = min(max((len(value) for _, value, _ in found), default=0), WIDEST)
    for name, value, at in found:
        yield f"    {name:{first}}  {value:{second}}  {at}"


def _value_of(fact: Fact[object]) -> str:
    return text_of(fact.value) if fact.value or fact.known else "?"


def origin(fact: Fact[object], service: Service) -> str:
    """Where a value of a Service comes from, in brackets."""
    return tr(" ({origin})", origin=origin_of(fact, service))


def origin_of(fact: Fact[object], service: Service) -> str:
    """Where a value of a Service comes from: the line, or that it is a default."""
    if not fact.written:
        return tr("default")
    if fact.origin is Origin.ELSEWHERE:
        return tr("unknown, decided in {path}", path=shown(fact.place.path))
    place = where(fact.place, service)
    return place if fact.known else tr("unknown, {place}", place=place)


def where(place: Place, service: Service) -> str:
    """A line in the file of the Service, or in another file, which is named."""
    line = place.span.line
    if place.path == service.name.place.path:
        return tr("line {line}", line=line)
    return f"{shown(place.path)}:{line}"


def text_of(value: object) -> str:
    """A value as text, tags with commas."""
    if isinstance(value, dict):
        return ", ".join(f"{shown(key)}={shown(text)}" for key, text in value.items())
    return shown(value) or '""'


def shown(value: object) -> str:
    """The value, quoted if parts of it would be invisible."""
    text = str(value)
    return text if text.isprintable() and text == text.strip() else quoted(text)
