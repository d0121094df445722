"""Which listeners of NLBs end TLS, and what is switched on for them."""

from __future__ import annotations

from clblint.api import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, NetworkListener, NetworkLoadBalancer

TCPSSL, UDP = "TCPSSL", "UDP"


def tls_listeners(balancer: NetworkLoadBalancer) -> list[NetworkListener]:
    """The listeners that the CCM makes and that are known to end TLS."""
    return [listener for listener in balancer.listeners if listener.managed and listener.is_tcpssl]


def is_on(fact: Fact[str]) -> bool:
    """Whether a flag is known to be on: in any letter case."""
    return fact.known and fact.value.lower() == "on"


def is_off(fact: Fact[str]) -> bool:
    """Whether a flag is known to be absent, empty or off; any other text counts as off, but another rule says so."""
    return fact.known and fact.value.lower() in {"", "off"}


def why_tls(listeners: list[NetworkListener]) -> list[Reason]:
    """What makes the first of them end TLS."""
    return [Reason(listener.protocol, "the listener that terminates TLS") for listener in listeners[:1]]


def lacks_tls(balancer: NetworkLoadBalancer) -> bool:
    """Whether the CCM makes listeners of which none terminates TLS, or may."""
    protocols = [listener.protocol for listener in balancer.listeners if listener.managed]
    return bool(protocols) and not any(one.may_be(TCPSSL) for one in protocols) and balancer.refusal is None
