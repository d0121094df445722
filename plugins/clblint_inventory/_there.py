"""What is said about things of the inventory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint.api import ClassicLoadBalancer, Clb

PRIVATE = "intranet"
DROPS = "v2.12.1"  # a port whose group is wrong is left out; up to v2.11.2 the CCM gives up on the Service


def taken(balancer: ClassicLoadBalancer) -> Clb | None:
    """The CLB of the inventory that is reused; None where there is none, or where the CCM refuses to reuse it."""
    clb = balancer.existing
    return clb if clb is not None and clb.marked is None else None


def fresh(balancer: ClassicLoadBalancer) -> bool:
    """Whether the CCM is still to create the CLB, as far as anybody can tell."""
    return not balancer.is_reused and balancer.current is None and not balancer.service.status_addresses.present
