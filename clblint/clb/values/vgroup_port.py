"""The items of `vgroup-port` of a CLB (LS:vgroup)."""

from __future__ import annotations

from clblint.balancer.values.vgroup_port import GroupItem
from clblint.clb.values.classic_item import ClassicItem


class ClassicGroupItem(GroupItem, ClassicItem):
    """An item of `vgroup-port` of a CLB, `rsp-abc:443`."""

    __slots__ = ()

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
        if self.port is not None:
            return ""
        return f"vgroupid and protocol format must be like 'vsp-xxx:443' with colon separated. got=[[{self.at.text}]]"
