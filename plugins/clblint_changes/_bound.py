"""Whether the CCM compares addresses before it binds a Service to another CLB (clbv1, isLoadBalancerReusable)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, LoadBalancer


def waiver(old: LoadBalancer, new: LoadBalancer) -> Fact[str] | None:
    """The annotation because of which it compares none; the old revision determines what the status lists."""
    host, kind = old.annotations.get("hostname"), new.annotations.get("external-ip-type")
    return kind if kind.is_("eip") else host if host.is_set else None


def compares(old: LoadBalancer, new: LoadBalancer) -> bool:
    """Whether it surely compares them; without a `waiver` only an unreadable `external-ip-type` leaves that open."""
    return waiver(old, new) is None and new.annotations.get("external-ip-type").is_not("eip")
