"""What differs between a Service and what exists in the cloud, for a CLB or an NLB: parts of both kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.model import ClassicLoadBalancer

if TYPE_CHECKING:
    from clblint.balancer.drift import DriftedSetting, Mismatch
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.named import NamedCertificate
    from clblint.nlb.model import NetworkLoadBalancer


def drifted_settings(balancer: LoadBalancer) -> tuple[DriftedSetting, ...]:
    """The differences between the annotations and the load balancer that is there, which the CCM sets back."""
    if balancer.inventory is None:
        return ()
    if isinstance(balancer, ClassicLoadBalancer):
        from clblint.clb.existing.drift import drifted_settings as of_clb  # noqa: PLC0415 - most runs have no inventory

        return of_clb(balancer)
    from clblint.nlb.existing.drift import drifted_settings as of_nlb  # noqa: PLC0415 - most runs see no NLB

    return of_nlb(_network(balancer))


def mismatches(balancer: LoadBalancer) -> tuple[Mismatch, ...]:
    """The differences from a reused load balancer that cannot be changed."""
    if balancer.inventory is None:
        return ()
    if isinstance(balancer, ClassicLoadBalancer):
        from clblint.clb.existing.drift import mismatches_of as of_clb  # noqa: PLC0415 - most runs have no inventory

        return of_clb(balancer)
    from clblint.nlb.existing.drift import mismatches_of as of_nlb  # noqa: PLC0415 - most runs see no NLB

    return of_nlb(_network(balancer))


def named_certificates(balancer: LoadBalancer) -> tuple[NamedCertificate, ...]:
    """The certificates that its listeners are to use, if there is an inventory."""
    if balancer.inventory is None:
        return ()
    if isinstance(balancer, ClassicLoadBalancer):
        from clblint.clb.existing.named import named_certificates as of_clb  # noqa: PLC0415 - most runs have no inventory

        return of_clb(balancer)
    from clblint.nlb.existing.named import named_certificates as of_nlb  # noqa: PLC0415 - most runs see no NLB

    return of_nlb(_network(balancer))


def _network(balancer: LoadBalancer) -> NetworkLoadBalancer:
    from clblint.nlb.model import NetworkLoadBalancer  # noqa: PLC0415 - most runs see no NLB

    assert isinstance(balancer, NetworkLoadBalancer), balancer  # noqa: S101 - there are two kinds
    return balancer
