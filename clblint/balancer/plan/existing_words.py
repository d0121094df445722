"""Renders the existing load balancer in a plan: present beside requested values, and who made its listeners."""

from __future__ import annotations

from clblint.balancer.plan.existing import same_port
from clblint.balancer.plan.words import WIDEST, origin, shown, text_of
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.balancer.listeners import Listener
    from clblint.balancer.plan.existing import ExistingRow, Present
    from clblint.inventory.records import BalancerRecord
    from clblint.kube.objects import Service


def beside(rows: Iterable[ExistingRow], found: BalancerRecord, service: Service) -> Iterator[str]:
    """The lines with the present values of a load balancer beside the requested ones."""
    told = list(rows)
    first = max((len(row.name) for row in told), default=0)
    second = min(max((len(shown(row.there)) for row in told), default=0), WIDEST)
    place = f"{shown(found.place.path)}:{found.place.span.line}"
    yield "    " + tr("as the inventory has it ({place})", place=place)
    for row in told:
        yield f"    {row.name:{first}}  {shown(row.there) or '-':{second}}  {_asked(row, service)}".rstrip()


def already_there(listener: Listener) -> Iterator[str]:
    """The lines about the present listeners on the ports of a wanted one."""
    for there in same_port(listener):
        yield "    " + _already(there, listener)


def _asked(row: ExistingRow, service: Service) -> str:
    if row.asked is None:
        return ""
    written = origin(row.asked, service)
    if row.same and row.asked.known:
        return tr("as asked{origin}", origin=written)
    return tr("to be {value}{origin}", value=text_of(row.asked.value), origin=written)


def _already(there: Present, listener: Listener) -> str:
    found = there.listener
    protocol = shown(found.protocol.value if found.ports == listener.shown_ports else str(found))
    if there.own:
        return tr("there is {protocol} already, made for this Service", protocol=protocol)
    name = shown(found.description.value) or tr("no name")
    if there.blocks:
        return tr(
            "there is {protocol} already, made by others: {name}; the API refuses {wanted} beside it",
            protocol=protocol,
            name=name,
            wanted=shown(listener.protocol.value),
        )
    return tr("there is {protocol} already, made by others: {name}", protocol=protocol, name=name)
