"""The items of `protocol-port` of an NLB: three protocols, in any case (NL:nlbListenerProtocol)."""

from __future__ import annotations

from clblint.balancer.values.protocol_port import ProtocolItem
from clblint.nlb.values.network_item import NetworkItem

TCP, UDP, TCPSSL = "TCP", "UDP", "TCPSSL"
PROTOCOLS = (TCP, UDP, TCPSSL)


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
