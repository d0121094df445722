"""The items of `protocol-port` of a CLB: four protocols, in lower case (LS:protocol)."""

from __future__ import annotations

from clblint.balancer.values.protocol_port import ProtocolItem
from clblint.clb.values.classic_item import ClassicItem

PROTOCOLS = ("http", "tcp", "https", "udp")


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
