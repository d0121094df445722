"""`Listener`: the listener of a Service port on a load balancer of any kind."""

from __future__ import annotations

from abc import ABC, abstractmethod

from clblint.fast import Frozen, cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.server_groups import ServerGroup
    from clblint.balancer.values.decisions import Decision
    from clblint.balancer.values.protocol_port import ProtocolItem
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort
    from clblint.source.located import Located


def have_common_ports(one: tuple[int, int] | None, other: tuple[int, int] | None) -> bool:
    """Whether two ranges, each with its first and its last port, are known to overlap."""
    return one is not None and other is not None and one[0] <= other[1] and other[0] <= one[1]


class Listener(Frozen, ABC):
    """The listener of one Service port, on a CLB or an NLB."""

    balancer: LoadBalancer
    service_port: ServicePort
    server_group: ServerGroup
    decision: Decision

    @property
    def service(self) -> Service:
        """The Service."""
        return self.balancer.service

    @property
    def port(self) -> Fact[int]:
        """The Service port; it listens there, unless an NLB gives it a range of ports."""
        return self.service_port.port

    @cached_property
    def protocol(self) -> Fact[str]:
        """Its protocol as its controller writes it, positioned at the deciding item or field.

        `tcp`, `udp`, `http`, `https` or (refused later) `sctp` on a CLB; `TCP`, `UDP`, `TCPSSL` or `SCTP` on an NLB.
        """
        return self.decision.protocol

    @property
    def protocol_item(self) -> ProtocolItem | None:
        """The item of `protocol-port` that sets the protocol; None if there is none."""
        return self.decision.item

    @property
    def shown_ports(self) -> str:
        """Its port, or the range of an NLB's listener."""
        return str(self.port.value)

    @property
    def on_its_port(self) -> bool:
        """Whether it is known to listen on the Service port."""
        return self.port.given

    @property
    def where(self) -> Fact[object]:
        """The fact that decides on which ports it listens."""
        return self.port

    @property
    def span(self) -> tuple[int, int] | None:
        """The first and the last port on which it listens; None if they cannot be known."""
        return (self.port.value, self.port.value) if self.on_its_port else None

    def listens_on(self, port: int) -> bool:
        """Whether it is known to listen on a port."""
        return have_common_ports(self.span, (port, port))

    def shares_ports(self, other: Listener) -> bool:
        """Whether it is known to listen on a port on which another listener does, whatever their protocols are."""
        return have_common_ports(self.span, other.span)

    @property
    def managed(self) -> bool:
        """Whether the CCM creates and updates it: not on a reused load balancer without override."""
        return self.balancer.manages_listeners

    @property
    @abstractmethod
    def supported(self) -> bool:
        """Whether its kind of load balancer has this protocol."""

    @cached_property
    def uncreatable(self) -> Located | None:
        """The setting for which the API surely refuses to create it; None if uncertain, or if it may be there."""
        return None if not self.managed or self.balancer.may_be_there else self._refused_at_creation

    @property
    @abstractmethod
    def _refused_at_creation(self) -> Located | None:
        """The setting for which the API surely refuses to create a new one; None if uncertain."""

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Fact[str]]:
        """The parameters of the create call by their API names, without the ids of what is created with it."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.protocol.value}:{self.port.value}>"
