"""The IP family of the endpoints that the CCM takes (reconcile/backend/backend.go:setAddressIpVersion)."""

from __future__ import annotations

from clblint.api import Case, ClassicLoadBalancer, NamedTuple, Reason
from clblint_backends._groups import means

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, LoadBalancer

IPV6_GATE = "IPv6DualStack"
NO_GATE = Case(
    "backend-ip-version is {wanted} and the CCM runs without the feature gate {gate}, so the back ends are IPv4",
    "no event: ignored",
    "have the gate switched on, or remove backend-ip-version",
)


class Family(NamedTuple):
    """The family that is taken, the one that is not, and why."""

    taken: str
    left: str
    because: Reason


def family_of(balancer: LoadBalancer) -> Family | None:
    """The only family whose endpoints are taken; None if it may be either, or both."""
    asked = balancer.annotations.get("backend-ip-version")
    if not asked.known:
        return None
    if not means(asked, "ipv6", "dualstack"):
        why = Reason(asked, "IPv4 back ends" if asked.is_set else "no backend-ip-version here, so IPv4")
        return Family("IPv4", "IPv6", why)
    gate = balancer.cluster.has_gate(IPV6_GATE)
    if gate is None or not gate.known:
        return None
    if not gate.value:
        return Family("IPv4", "IPv6", Reason(gate, "declared for this cluster"))
    needed = "ipv6" if isinstance(balancer, ClassicLoadBalancer) else "dualstack"
    is_heeded = means(balancer.annotations.get("ip-version"), needed) and means(asked, "ipv6")
    return Family("IPv6", "IPv4", Reason(asked, "IPv6 back ends")) if is_heeded else None


def closed_gate(balancer: LoadBalancer) -> Fact[bool] | None:
    """What says that the CCM runs without the feature gate for IPv6 back ends; None if nothing does."""
    gate = balancer.cluster.has_gate(IPV6_GATE)
    return gate if gate is not None and gate.is_(value=False) else None
