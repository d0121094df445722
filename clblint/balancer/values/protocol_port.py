"""Parses `protocol-port`, the listener protocol of each Service port (LS:protocol, NL:nlbListenerProtocol).

The items are read from left to right until one names the port: a wrong item behind it is never seen by that port, and
one before it makes the CCM give up. Without an item the protocol is that of `spec.ports[]`.
"""

from __future__ import annotations

from abc import abstractmethod

from clblint.balancer.values.balancer_items import PortItem
from clblint.light import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import ClassVar

    from clblint.balancer.values.slices import ValueSlice


class ProtocolFault(Enum):
    """What is wrong with an item."""

    EMPTY = "nothing between two commas"
    NO_COLON = "no colon"
    NO_PROTOCOL = "no protocol of a listener in front of the colon"
    NO_NUMBER = "no number behind the colon"


class ProtocolItem(PortItem):
    """An item of `protocol-port`, `https:443`; more than two parts are allowed and mean nothing."""

    __slots__ = ()

    protocols: ClassVar[Collection[str]]  # of the listeners that its kind of load balancer has

    @property
    def stops(self) -> bool:
        """Whether the CCM gives up at it."""
        return bool(self.error)

    @property
    def counts(self) -> bool:
        """Whether it decides for the port that it names, if no item before it does."""
        return not self.error

    @property
    def fault(self) -> ProtocolFault | None:
        """What is wrong with it, blanks aside; None where nothing is."""
        if self.port is None:
            return ProtocolFault.NO_COLON if self.at.text.strip() else ProtocolFault.EMPTY
        if self.name.strip() not in self.protocols:
            return ProtocolFault.NO_PROTOCOL
        return None if self.port.text.strip().isdigit() else ProtocolFault.NO_NUMBER

    @property
    def meant(self) -> tuple[str, str] | None:
        """The protocol and the port, blanks, letter case and order aside; None where they are not clear.

        Of an empty item both are empty.
        """
        if not self.error:
            return self.name, self.key
        words = sorted((part.text.strip().lower() for part in self.parts), key=str.isdigit)
        if words == [""]:
            return "", ""
        name = next((one for one in self.protocols if one.lower() == words[0]), "")
        return (name, words[1]) if name and [*map(str.isdigit, words[1:])] == [True] else None

    @property
    def settles(self) -> str:
        """The port for which nothing behind it is evaluated, blanks aside; empty where it is malformed."""
        return self.port.text.strip() if self.port is not None and self.fault is None else ""

    @property
    def is_reached(self) -> bool:
        """Whether the CCM evaluates it for a port of the Service, or would if the items before it were valid."""
        return self.position < self.balancer.protocol_reach

    @property
    def protocol(self) -> ValueSlice:
        """The part before the first colon."""
        return self.parts[0]

    @property
    @abstractmethod
    def name(self) -> str:
        """The protocol as the controller takes it."""

    @property
    @abstractmethod
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
