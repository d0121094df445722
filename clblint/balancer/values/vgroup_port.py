"""Parses `vgroup-port`, the user's server groups that the CCM fills for Service ports (LS:vgroup, NL:serverGroup).

Read only beside `loadbalancer-id`, from left to right until an item names the port.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from clblint.balancer.facts import defaulted, part, unknowable
from clblint.balancer.values.balancer_items import PortItem
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.balancer.values.slices import ValueSlice
    from clblint.kube.fact import Fact
    from clblint.kube.objects import ServicePort


class GroupItem(PortItem):
    """An item of `vgroup-port`, `rsp-abc:443`; more than two parts are allowed and mean nothing."""

    __slots__ = ()

    @property
    def counts(self) -> bool:
        """Whether it names a group for that port."""
        return self.port is not None and bool(self.group.text.strip())

    @property
    def group(self) -> ValueSlice:
        """The part before the first colon."""
        return self.parts[0]

    @property
    @abstractmethod
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""


class GroupChoice(NamedTuple):
    """The group that the annotation names for one Service port, empty where none; `item` as in a protocol decision."""

    group: Fact[str]
    item: GroupItem | None
    error: str


def choose(annotation: Fact[str], items: Sequence[GroupItem], port: ServicePort) -> GroupChoice:
    """Find the group of a port; one that cannot be known, or that is refused, is an unknown fact."""
    if not annotation.known or (items and not port.port.known):
        return GroupChoice(unknowable(annotation, ""), None, "")
    number = str(port.port.value)
    for item in items:
        error = item.error
        if error:
            return GroupChoice(part(unknowable(annotation, ""), "", item.at), item, error)
        if item.port is not None and item.port.text == number:
            return GroupChoice(part(annotation, item.group.text, item.at), item, "")
    return GroupChoice(defaulted(annotation, ""), None, "")
