"""Items of the lists that a Service with a CLB carries, and those of ports: `protocol-port`, `vgroup-port`."""

from __future__ import annotations

from clblint.balancer.values.balancer_items import BalancerItem
from clblint.balancer.values.protocol_port import ProtocolItem
from clblint.balancer.values.vgroup_port import GroupItem
from clblint.clb.options import PROTOCOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer


class ClassicItem(BalancerItem):
    """An item of an annotation that is read for a CLB."""

    __slots__ = ()

    owner: ClassicLoadBalancer

    @property
    def balancer(self) -> ClassicLoadBalancer:
        """The CLB."""
        return self.owner


class ClassicProtocolItem(ProtocolItem, ClassicItem):
    """An item of `protocol-port` of a CLB, `https:443`."""

    __slots__ = ()

    protocols = PROTOCOLS

    @property
    def name(self) -> str:
        """The protocol, as written."""
        return self.protocol.text

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
        if self.port is None:
            return f"port and protocol format must be like 'https:443' with colon separated. got=[[{self.at.text}]]"
        if self.name not in PROTOCOLS:
            return (
                f"port protocol format must be either [http|https|tcp|udp], protocol not supported wit [{self.name}]\n"
            )
        return ""


class ClassicGroupItem(GroupItem, ClassicItem):
    """An item of `vgroup-port` of a CLB, `rsp-abc:443`."""

    __slots__ = ()

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
        if self.port is not None:
            return ""
        return f"vgroupid and protocol format must be like 'vsp-xxx:443' with colon separated. got=[[{self.at.text}]]"
