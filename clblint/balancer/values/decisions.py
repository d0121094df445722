"""Finds what `protocol-port` and `vgroup-port` decide for a Service port: the protocol, and the server group.

The CCM reads the items from left to right until one names the port; without one the Service decides. Most Services have
neither annotation, so this module imports the classes of items for types only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.facts import defaulted, part, unknowable
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.balancer.values.items import Items
    from clblint.balancer.values.protocol_port import ProtocolItem
    from clblint.balancer.values.vgroup_port import GroupItem
    from clblint.kube.fact import Fact
    from clblint.kube.objects import ServicePort


class Decision(NamedTuple):
    """What the annotation means for one Service port.

    `item` is the one that decided, or at which the CCM gave up (`error` says so), or None where no item names the port.
    """

    protocol: Fact[str]
    item: ProtocolItem | None
    error: str


def reach_of(named: Sequence[str], ports: Iterable[str]) -> int:
    """The number of items that the CCM reads for any port, up to the first that names it; `named` has their ports."""
    first = {port: position for position, port in reversed([*enumerate(named, 1)])}
    return max((first.get(port, len(named)) for port in ports), default=0)


def decide(annotation: Fact[str], items: Items[ProtocolItem], port: ServicePort, plain: Fact[str]) -> Decision:
    """Find the protocol of a port, `plain` if no item names it; one that is unknown or refused is an unknown fact."""
    if annotation.is_empty:
        return Decision(plain, None, "")
    if not annotation.known or not port.port.known:
        return Decision(unknowable(annotation, plain.value), None, "")
    item = items.deciding(str(port.port.value))
    if item is None:
        return Decision(plain, None, "")
    if item.error:
        return Decision(part(unknowable(annotation, plain.value), plain.value, item.at), item, item.error)
    return Decision(part(annotation, item.name, item.at), item, "")


class GroupChoice(NamedTuple):
    """The group that the annotation names for one Service port, empty where none; `item` as in a protocol decision."""

    group: Fact[str]
    item: GroupItem | None
    error: str


def choose(annotation: Fact[str], items: Items[GroupItem], port: ServicePort) -> GroupChoice:
    """Find the group of a port; one that cannot be known, or that is refused, is an unknown fact."""
    if not annotation.known or (items and not port.port.known):
        return GroupChoice(unknowable(annotation, ""), None, "")
    item = items.deciding(str(port.port.value))
    if item is None:
        return GroupChoice(defaulted(annotation, ""), None, "")
    if item.error:
        return GroupChoice(part(unknowable(annotation, ""), "", item.at), item, item.error)
    return GroupChoice(part(annotation, item.group.text, item.at), item, "")
