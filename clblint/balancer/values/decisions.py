"""Finds what `protocol-port` and `vgroup-port` decide for a Service port: the protocol, and the server group.

The CCM reads the items from left to right until one names the port; without one the Service decides. Most Services have
neither annotation, so this module imports the classes of items for types only.
"""

from __future__ import annotations

from clblint.balancer.facts import defaulted, part, unknowable
from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.balancer.values.items import Items
    from clblint.balancer.values.protocol_port import ProtocolItem
    from clblint.balancer.values.vgroup_port import GroupItem
    from clblint.kube.objects import ServicePort


class Decision(NamedTuple):
    """What the annotation means for one Service port.

    `item` is the one that decides, None where no item names the port. `stop` is the one at which the CCM gives up;
    beside it, protocol and item are the ones that are meant, if that is clear: one mistake is not to hide others.
    """

    protocol: Fact[str]
    item: ProtocolItem | None = None
    stop: ProtocolItem | None = None

    @property
    def error(self) -> str:
        """The words with which the CCM gives up; empty where it does not."""
        return self.stop.error if self.stop is not None else ""


def reach_of(named: Sequence[str], ports: Iterable[str]) -> int:
    """The number of items that the CCM reads for any port, up to the first that names it; `named` has their ports."""
    first = {port: position for position, port in reversed([*enumerate(named, 1)])}
    return max((first.get(port, len(named)) for port in ports), default=0)


def decide(annotation: Fact[str], items: Items[ProtocolItem], port: ServicePort, plain: Fact[str]) -> Decision:
    """Find the protocol of a port, `plain` if no item names it; one that cannot be known is an unknown fact."""
    if annotation.is_empty:
        return Decision(plain)
    if not annotation.known or not port.port.known:
        return Decision(unknowable(annotation, plain.value))
    item = items.deciding(str(port.port.value))
    if item is None:
        return Decision(plain)
    if item.error:
        return _meant(annotation, items, port, plain)._replace(stop=item)
    return Decision(part(annotation, item.name, item.at), item)


def _meant(annotation: Fact[str], items: Items[ProtocolItem], port: ServicePort, plain: Fact[str]) -> Decision:
    """What is decided for a port if each refused item before the one that names it is read as it is meant."""
    for item in items:
        meant = item.meant
        if meant is None:
            return Decision(part(unknowable(annotation, plain.value), plain.value, item.at), item)
        if meant[1] == str(port.port.value):
            return Decision(Fact(meant[0], item.at, Origin.MEANT, annotation.key), item)
    return Decision(plain)


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
    group, bare = part(annotation, item.group.text, item.at), item.group.text.strip()
    if group.value != bare:
        from clblint.kube.meant import Meant  # noqa: PLC0415 - few have blanks around them

        group = Meant(group, bare)
    return GroupChoice(group, item, "")
