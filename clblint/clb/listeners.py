"""`ClassicListener`: the listener of a Service port with its settings (LS:buildListenerFromServicePort)."""

from __future__ import annotations

from clblint.balancer.facts import defaulted, derived
from clblint.balancer.listeners import Listener
from clblint.balancer.values.decisions import decide
from clblint.balancer.values.items import Items
from clblint.clb.options import PROTOCOLS, option_of
from clblint.fast import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.server_groups import ClassicServerGroup
    from clblint.clb.settings import IgnoredAnnotation
    from clblint.clb.values.domain_extensions import Extension
    from clblint.clb.values.forward_port import Forward
    from clblint.kube.fact import Fact
    from clblint.kube.objects import ServicePort


class ClassicListener(Listener):
    """The listener of one Service port on a CLB."""

    balancer: ClassicLoadBalancer
    server_group: ClassicServerGroup

    @property
    def supported(self) -> bool:
        """Whether the CCM can create it; `sctp protocol is not supported` occurs after the CLB exists (LS:Create)."""
        return self.protocol.value in PROTOCOLS

    @cached_property
    def forward(self) -> Forward:
        """Its redirection with the deciding item; empty unless it is an http listener."""
        from clblint.clb.values.forward_port import forward_of  # noqa: PLC0415 - few Services have the annotation

        annotation = self.balancer.annotations.get("forward-port")
        if self.protocol.value != "http" or not self.protocol.known:
            return forward_of(defaulted(annotation, ""), Items(), self.service_port)
        return forward_of(annotation, self.balancer.forward_items, self.service_port)

    @cached_property
    def forward_to(self) -> Fact[int]:
        """The port it redirects to, else 0."""
        annotation = self.balancer.annotations.get("forward-port")
        return defaulted(annotation, 0) if annotation.is_empty else self.forward.port

    @property
    def extensions(self) -> tuple[Extension, ...]:
        """Its additional certificates: https only, and none if an item is refused."""
        found = self.balancer.extensions if self.protocol.value == "https" else ()
        return () if any(extension.error for extension in found) else found

    @cached_property
    def settings(self) -> dict[str, Fact[str]]:
        """The parameters of the create call by their API names, as sent for its protocol.

        Without the ids of the load balancer and the server group, which the CCM fills in.
        """
        if not self.supported or not self.protocol.known:
            return {}
        from clblint.clb.settings import settings_of  # noqa: PLC0415 - only plans, changes and few rules ask

        annotations = self.balancer.annotations
        return settings_of(self.service, annotations, self.port, self.protocol.value, self.forward_to)

    @property
    def _refused_at_creation(self) -> Fact[str] | None:
        from clblint.clb.refused_listeners import refused_setting  # noqa: PLC0415 - only changes ask for it

        return refused_setting(self)

    @cached_property
    def ignored(self) -> tuple[IgnoredAnnotation, ...]:
        """The listener annotations that are set, but that the CCM does not send for this one, with the reason."""
        if not self.protocol.known:
            return ()
        from clblint.clb.settings import ignored_of  # noqa: PLC0415 - few rules ask

        return ignored_of(self.balancer.annotations, self.protocol.value)

    def option(self, suffix: str) -> Fact[str]:
        """The effective value of an annotation: as written, else the default that the CCM sends, else empty."""
        return option_of(self.balancer.annotations, suffix, self.protocol.value)


def listeners_of(balancer: ClassicLoadBalancer) -> tuple[ClassicListener, ...]:
    """One listener for each port of the Service, even if an error prevents its creation."""
    annotation, items = balancer.annotations.get("protocol-port"), balancer.protocol_items
    return tuple(
        ClassicListener(
            balancer=balancer, service_port=group.service_port, server_group=group,
            decision=decide(annotation, items, group.service_port, plain_protocol(group.service_port)),
        )
        for group in balancer.server_groups
    )  # fmt: skip


def plain_protocol(port: ServicePort) -> Fact[str]:
    """The protocol of a port that no item names: that of the Service in lower case."""
    return derived(port.protocol, port.protocol.value.lower())
