"""Items of the lists that a Service with an NLB carries, and those of ports: `protocol-port`, `vgroup-port`."""

from __future__ import annotations

from clblint.balancer.values.balancer_items import BalancerItem
from clblint.balancer.values.protocol_port import ProtocolItem
from clblint.balancer.values.vgroup_port import GroupItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.nlb.model import NetworkLoadBalancer

TCP, UDP, TCPSSL = "TCP", "UDP", "TCPSSL"
PROTOCOLS = (TCP, UDP, TCPSSL)


_GROUP_ID = "sgp-"


def is_group_id(text: str) -> bool:
    """Whether a text may be the id of a server group of NLBs, sgp-...; those of CLBs are rsp-..."""
    return text.strip().lower().startswith(_GROUP_ID)


class NetworkItem(BalancerItem):
    """An item of an annotation that is read for an NLB."""

    __slots__ = ()

    owner: NetworkLoadBalancer

    @property
    def balancer(self) -> NetworkLoadBalancer:
        """The NLB."""
        return self.owner


class NetworkProtocolItem(ProtocolItem, NetworkItem):
    """An item of `protocol-port` of an NLB, `tcpssl:443`."""

    __slots__ = ()

    protocols = PROTOCOLS

    @property
    def name(self) -> str:
        """The protocol in upper case."""
        return self.protocol.text.upper()

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
        if self.port is None:
            return f"port and protocol format must be like 'https:443' with colon separated. got=[[{self.at.text}]]"
        if self.name not in PROTOCOLS:
            wrong = self.protocol.text
            return f"port protocol format must be either [TCP|UDP|TCPSSL], protocol not supported with [{wrong}]\n"
        return ""


class NetworkGroupItem(GroupItem, NetworkItem):
    """An item of `vgroup-port` of an NLB, `sgp-abc:443`."""

    __slots__ = ()

    @property
    def error(self) -> str:
        """The error with which the CCM gives up at this item while it builds listeners; empty if it does not."""
        return self._misread(" 'sg-xxx:443'")

    @property
    def later_error(self) -> str:
        """The error with which it gives up while it lists the groups of an existing load balancer."""
        return self._misread("'sgp-xxx:443'")

    @property
    def names_nobody(self) -> bool:
        """Whether it has a colon, and no id of a server group of NLBs before it: the CCM looks it up and finds none."""
        return self.port is not None and not is_group_id(self.group.text)

    def _misread(self, example: str) -> str:
        if self.port is not None:
            return ""
        form = f"server group id and protocol format must be like{example} with colon separated"
        return f"{form}. got=[[{self.at.text}]]"
