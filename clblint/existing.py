"""What differs between a Service and what exists in the cloud, for a CLB or an NLB: parts of both kinds."""

from __future__ import annotations

from clblint.build import as_network
from clblint.clb.existing import drift as clb_drift
from clblint.clb.existing import named as clb_named
from clblint.clb.model import ClassicLoadBalancer
from clblint.nlb.existing import drift as nlb_drift
from clblint.nlb.existing import named as nlb_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.drift import DriftedSetting, Mismatch
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.named import NamedCertificate


def drifted_settings(balancer: LoadBalancer) -> tuple[DriftedSetting, ...]:
    """The differences between the annotations and the load balancer that is there, which the CCM sets back."""
    if isinstance(balancer, ClassicLoadBalancer):
        return clb_drift.drifted_settings(balancer)
    return nlb_drift.drifted_settings(as_network(balancer))


def mismatches(balancer: LoadBalancer) -> tuple[Mismatch, ...]:
    """The differences from the load balancer that is there which cannot be changed."""
    if isinstance(balancer, ClassicLoadBalancer):
        return clb_drift.mismatches_of(balancer)
    return nlb_drift.mismatches_of(as_network(balancer))


def named_certificates(balancer: LoadBalancer) -> tuple[NamedCertificate, ...]:
    """The certificates that its listeners are to use, if there is an inventory."""
    if isinstance(balancer, ClassicLoadBalancer):
        return clb_named.named_certificates(balancer)
    return nlb_named.named_certificates(as_network(balancer))
