"""The existing load balancer of a Service in its plan: as data, and as rows of the text (present and wanted value)."""

from __future__ import annotations

from clblint.balancer.existing import is_own, listeners_in_the_way
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.inventory.records import BalancerRecord, ListenerRecord
    from clblint.kube.fact import Fact


class ExistingRow(NamedTuple):
    """One attribute: the present value, the requested one if any, and whether they are the same."""

    name: str
    there: str
    asked: Fact[Any] | None
    same: bool = False


def existing_plan(balancer: LoadBalancer, names: Iterable[str]) -> dict[str, Any] | None:
    """The load balancer of a Service in the inventory, with the named attributes; None if the inventory lacks it."""
    found = balancer.current
    if found is None:
        return None
    return {
        "id": found.id.value,
        "path": found.place.path,
        "line": found.place.span.line,
        "loadBalancer": {name: _value(fact) for name, fact in _attributes(found, names)},
        "tags": None if found.tags is None else {key: _value(tag) for key, tag in found.tags.items()},
        "listeners": [_listener(listener) for listener in found.listeners],
    }


def attribute_rows(
    found: BalancerRecord, requested: Mapping[str, Fact[Any]], names: Iterable[str], no_case: Collection[str] = ()
) -> Iterator[ExistingRow]:
    """Yield the present and the requested attributes; those in `no_case` compare in any letter case."""
    there, asked = {name: fact.value for name, fact in _attributes(found, names)}, dict(requested)
    tags = asked.pop("Tags", None)
    for name in dict.fromkeys((*there, *asked)):
        has, wish = there.get(name, ""), asked.get(name)
        first, second = has, str(wish.value) if wish is not None else ""
        same = first.lower() == second.lower() if name in no_case else first == second
        yield ExistingRow(name, has, wish, same)
    if found.tags is not None or tags is not None:
        yield _tags(found.tags or {}, tags)


def _tags(there: dict[str, Fact[str]], asked: Fact[Any] | None) -> ExistingRow:
    """The row of all present tags; they are the same if they include the requested ones: the CCM adds its own."""
    texts = {key: tag.value for key, tag in there.items()}
    same = asked is not None and asked.value.items() <= texts.items()
    return ExistingRow("Tags", ", ".join(f"{key}={text}" for key, text in texts.items()), asked, same)


class Present(NamedTuple):
    """A listener that the load balancer has on the ports of a wanted one, and whether it was made for the same Service.

    `blocks` says that the API refuses the wanted one beside it.
    """

    listener: ListenerRecord
    own: bool
    blocks: bool


def same_port(listener: Listener) -> Iterator[Present]:
    """The present listeners on the ports of a wanted one, and those that prevent its creation."""
    found = listener.balancer.current
    blocking = listeners_in_the_way(listener)
    for there in found.listeners if found is not None else ():
        if there in blocking or there.ports == listener.shown_ports:
            yield Present(there, found is not None and is_own(there, found, listener.service), there in blocking)


def _attributes(found: BalancerRecord, names: Iterable[str]) -> Iterator[tuple[str, Fact[str]]]:
    for name in names:
        fact = found.attribute(name)
        if fact.readable:
            yield name, fact


def _listener(listener: ListenerRecord) -> dict[str, Any]:
    return {
        "protocol": listener.protocol.value,
        "port": listener.ports,
        "serverGroup": listener.group_id.value or None,
        "description": listener.description.value or None,
        "line": listener.place.span.line,
    }


def _value(fact: Fact[str]) -> dict[str, Any]:
    return {"value": fact.value, "line": fact.place.span.line}
