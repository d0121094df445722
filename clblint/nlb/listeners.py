"""`NetworkListener`: the listener of a Service port on an NLB (NL:buildListenerFromServicePort)."""

from __future__ import annotations

from clblint.balancer.facts import defaulted, derived
from clblint.balancer.listeners import Listener
from clblint.balancer.values.slices import split
from clblint.fast import cached_property
from clblint.nlb.options import ALPN, ALPN_POLICY, BY_SUFFIX, LISTENER_OPTIONS
from clblint.nlb.values.network_items import PROTOCOLS, TCPSSL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.slices import ValueSlice
    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup
    from clblint.nlb.values.port_range import Ports, RangeChoice
    from clblint.source.located import Located


class NetworkListener(Listener):
    """The listener of one Service port on an NLB: one port, or a range of ports."""

    balancer: NetworkLoadBalancer
    server_group: NetworkServerGroup

    @property
    def supported(self) -> bool:
        """Whether NLBs have its protocol; SCTP is sent, and refused by the API."""
        return self.protocol.value in PROTOCOLS

    @property
    def is_tcpssl(self) -> bool:
        """Whether it is known to terminate TLS."""
        return self.protocol.is_(TCPSSL)

    @property
    def range_choice(self) -> RangeChoice:
        """Its range of ports, with the item of `listener-port-range` that gives it or causes an error."""
        return self.server_group.range_choice

    @property
    def range(self) -> Fact[Ports]:
        """The ports it listens on instead of its port; `0-0` if it has no range."""
        return self.range_choice.ports

    @property
    def has_range(self) -> bool:
        """Whether it is known to listen on a range of ports."""
        return self.range.known and bool(self.range.value.end)

    @property
    def on_its_port(self) -> bool:
        """Whether it is known to listen on the Service port, not on a range."""
        return super().on_its_port and self.range.known and not self.has_range

    @property
    def where(self) -> Fact[object]:
        """The fact that decides on which ports it listens: its range, or its port."""
        return self.range if self.has_range else self.port

    @property
    def span(self) -> tuple[int, int] | None:
        """The first and the last port on which it listens; None if they cannot be known."""
        return self.range.value if self.has_range else super().span

    @property
    def shown_ports(self) -> str:
        """Its port or its range, `443` or `80-443`, as the CCM writes it."""
        return str(self.range.value) if self.has_range else str(self.port.value)

    @property
    def name(self) -> str:
        """Its description, with `{clusterId}` in it, by which the CCM knows its owner (NO:ListenerNamedKey)."""
        ports = str(self.range.value).replace("-", "_") if self.has_range else str(self.port.value)
        return f"k8s.{ports}.{self.protocol.value}.{self.balancer.key}"

    @cached_property
    def settings(self) -> dict[str, Fact[str]]:
        """The parameters of CreateListener by their API names, lists with commas, parts of an object with a dot.

        Without the ids of the load balancer and the server group, which the CCM fills in.
        """
        if not self.protocol.known:
            return {}
        sent = self._ports | {
            "ListenerProtocol": self.protocol,
            "ListenerDescription": defaulted(self.service.name, self.name),
        }
        for option in LISTENER_OPTIONS:
            fact = option.sent(self.balancer.annotations.get(option.suffix))
            if fact is not None:
                sent[option.parameter] = fact
        return sent | (self._alpn if self.is_tcpssl else {})

    @property
    def _ports(self) -> dict[str, Fact[str]]:
        if not self.has_range:
            return {"ListenerPort": derived(self.port, str(self.port.value))}
        start, end = self.range.value
        ports = {"ListenerPort": 0, "StartPort": start, "EndPort": end}
        return {name: derived(self.range, str(number)) for name, number in ports.items()}

    @property
    def _alpn(self) -> dict[str, Fact[str]]:
        """The ALPN parameters: the policy only if ALPN is on, then even if it is empty."""
        flag = ALPN.sent(self.balancer.annotations.get(ALPN.suffix))
        if flag is None:
            return {}
        on = flag.is_("true")
        return {ALPN.parameter: flag} | (
            {ALPN_POLICY.parameter: self.balancer.annotations.get(ALPN_POLICY.suffix)} if on else {}
        )

    @property
    def _refused_at_creation(self) -> Located | None:
        from clblint.nlb.refused_listeners import refused_of_listener  # noqa: PLC0415 - only changes ask for it

        return refused_of_listener(self)

    def option(self, suffix: str) -> Fact[str]:
        """The effective value of an annotation of listeners: as sent, else the API's default, else empty."""
        option, fact = BY_SUFFIX[suffix], self.balancer.annotations.get(suffix)
        sent = option.sent(fact)
        return sent if sent is not None else defaulted(fact, option.default)

    @property
    def certificates(self) -> tuple[ValueSlice, ...]:
        """The ids in `cert-id`, blanks included; sent whatever its protocol is."""
        return self._listed("cert-id")

    @property
    def additional_certificates(self) -> tuple[ValueSlice, ...]:
        """The ids in `additional-cert-ids`, blanks included: TCPSSL only, associated after it was created."""
        return self._listed("additional-cert-ids") if self.is_tcpssl else ()

    def _listed(self, suffix: str) -> tuple[ValueSlice, ...]:
        fact = self.balancer.annotations.get(suffix)
        return tuple(split(fact)) if fact.holds else ()

    def overlaps(self, other: NetworkListener) -> bool:
        """Whether it shares a port with another listener of the same protocol (NL:isListenerPortOverlapped)."""
        return self.protocol.equals(other.protocol) and self.shares_ports(other)

    @property
    def before(self) -> tuple[NetworkListener, ...]:
        """The listeners of the ports before its own."""
        return self.balancer.listeners[: self.service_port.position]


def listeners_of(balancer: NetworkLoadBalancer) -> tuple[NetworkListener, ...]:
    """One listener for each port of the Service, even if an error prevents its creation."""
    return tuple(
        NetworkListener(balancer=balancer, service_port=group.service_port, server_group=group, decision=group.decision)
        for group in balancer.server_groups
    )
