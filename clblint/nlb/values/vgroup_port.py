"""The items of `vgroup-port` of an NLB (NL:serverGroup, NG:getServerGroupIDs)."""

from __future__ import annotations

from clblint.balancer.values.vgroup_port import GroupItem
from clblint.nlb.values.network_item import NetworkItem


class NetworkGroupItem(GroupItem, NetworkItem):
    """An item of `vgroup-port` of an NLB, `sgp-abc:443`."""

    __slots__ = ()

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item while it builds listeners; empty where it does not."""
        return self._misread(" 'sg-xxx:443'")

    @property
    def later_error(self) -> str:
        """The words with which it gives up when it lists the groups of a load balancer that is there."""
        return self._misread("'sgp-xxx:443'")

    def _misread(self, example: str) -> str:
        if self.port is not None:
            return ""
        form = f"server group id and protocol format must be like{example} with colon separated"
        return f"{form}. got=[[{self.at.text}]]"
