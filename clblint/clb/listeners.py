"""The listeners: one for each Service port (LS:buildListenerFromServicePort)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.facts import defaulted
from clblint.clb.settings import ignored_of, option_of, settings_of
from clblint.clb.values.forward_port import forward_of
from clblint.clb.values.protocol_port import PROTOCOLS, decide
from clblint.fast import Frozen, cached_property

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.clb.server_groups import ServerGroup
    from clblint.clb.settings import IgnoredAnnotation
    from clblint.clb.values.domain_extensions import Extension
    from clblint.clb.values.forward_port import Forward
    from clblint.clb.values.protocol_port import Decision, ProtocolItem
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort


class Listener(Frozen):
    """The listener of one Service port."""

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
        """The port it listens on."""
        return self.service_port.port

    @property
    def protocol(self) -> Fact[str]:
        """`tcp`, `udp`, `http`, `https` or (refused later) `sctp`; stands where it was decided."""
        return self.decision.protocol

    @property
    def protocol_item(self) -> ProtocolItem | None:
        """The item of `protocol-port` that decided, or at which the CCM gave up."""
        return self.decision.item

    @property
    def managed(self) -> bool:
        """Whether the CCM makes it and keeps it: not on a reused CLB without override (MA:Apply)."""
        return self.balancer.manages_listeners

    @property
    def supported(self) -> bool:
        """Whether the CCM can make it; `sctp protocol is not supported` comes after the CLB exists (LS:Create)."""
        return self.protocol.value in PROTOCOLS

    @cached_property
    def forward(self) -> Forward:
        """Where it forwards to, with the item that says so; nowhere unless it is an http listener."""
        annotation = self.balancer.annotations.get("forward-port")
        if self.protocol.value != "http" or not self.protocol.known:
            return forward_of(defaulted(annotation, ""), (), self.service_port)
        return forward_of(annotation, self.balancer.forward_items, self.service_port)

    @property
    def forward_to(self) -> Fact[int]:
        """The port it redirects to, else 0."""
        return self.forward.port

    @property
    def extensions(self) -> tuple[Extension, ...]:
        """The further certificates that it gets: https only, and none where one of them is refused."""
        found = self.balancer.extensions if self.protocol.value == "https" else ()
        return () if any(extension.error for extension in found) else found

    @cached_property
    def settings(self) -> dict[str, Fact[str]]:
        """The parameters of the create call by their API names, as sent for its protocol.

        Left out are the ids of the load balancer and of the server group, which exist only then.
        """
        if not self.supported or not self.protocol.known:
            return {}
        annotations = self.balancer.annotations
        return settings_of(self.service, annotations, self.port, self.protocol.value, self.forward_to)

    @cached_property
    def ignored(self) -> tuple[IgnoredAnnotation, ...]:
        """The annotations of listeners that are set and not sent for this one, and why."""
        return ignored_of(self.balancer.annotations, self.protocol.value) if self.protocol.known else ()

    def option(self, suffix: str) -> Fact[str]:
        """An annotation as it works here: what is written, else the default that is sent, else empty."""
        return option_of(self.balancer.annotations, suffix, self.protocol.value)

    def __repr__(self) -> str:
        return f"<Listener {self.protocol.value}:{self.port.value}>"


def listeners_of(balancer: LoadBalancer) -> tuple[Listener, ...]:
    """One listener for each port of the Service, whether or not the CCM gets as far as making it."""
    annotation, items = balancer.annotations.get("protocol-port"), balancer.protocol_items
    return tuple(
        Listener(
            balancer=balancer, service_port=group.service_port, server_group=group,
            decision=decide(annotation, items, group.service_port),
        )
        for group in balancer.server_groups
    )  # fmt: skip
