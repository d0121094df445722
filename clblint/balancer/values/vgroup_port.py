"""Parses `vgroup-port`, the user's server groups that the CCM fills for Service ports (LS:vgroup, NL:serverGroup).

Read only beside `loadbalancer-id`, from left to right until an item names the port.
"""

from __future__ import annotations

from abc import abstractmethod

from clblint.balancer.values.balancer_items import PortItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.slices import ValueSlice


class GroupItem(PortItem):
    """An item of `vgroup-port`, `rsp-abc:443`; more than two parts are allowed and mean nothing."""

    __slots__ = ()

    @property
    def stops(self) -> bool:
        """Whether the CCM gives up at it."""
        return bool(self.error)

    @property
    def counts(self) -> bool:
        """Whether it names a group for that port."""
        return self.port is not None and bool(self.group.text.strip())

    @property
    def names_nobody(self) -> bool:
        """Whether the CCM looks up a group that cannot exist, for whatever port; that of CLBs passes over the item."""
        return False

    @property
    def group(self) -> ValueSlice:
        """The part before the first colon."""
        return self.parts[0]

    @property
    @abstractmethod
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
