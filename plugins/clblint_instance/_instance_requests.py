"""Attributes of the load balancer itself that annotations ask for."""

from __future__ import annotations

from clblint.api import BY_USE_SINCE, NETWORK_TYPE_SINCE, PUBLIC, Reason, catalogue, is_older, known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicLoadBalancer, Fact


def why_public(balancer: ClassicLoadBalancer) -> Reason:
    """What makes the CLB public."""
    fact = balancer.annotations.get("address-type")
    return Reason(fact, "makes the CLB public" if fact.is_set else "no address-type here, so the CLB is public")


def is_clcu_by_default(balancer: ClassicLoadBalancer) -> bool:
    """Whether PayByCLCU is the default of the declared CCM; false if no CCM is declared."""
    version = balancer.cluster.ccm_version
    return version is not None and version.holds and not is_older(version.value, BY_USE_SINCE)


def why_by_use(fact: Fact[str]) -> Reason:
    """What makes the CLB billed by use."""
    if fact.is_set:
        return Reason(fact, "has the CLB billed by use")
    return Reason(fact, "no instance-charge-type here: PayByCLCU as of CCM v2.12.1")


def network_type_refused(balancer: ClassicLoadBalancer) -> bool:
    """Whether `network-type` is vpc and the CLB surely a public one, which the API calls classic.

    With a vSwitch beside it the CLB is meant to be private: that is another rule's matter.
    """
    address = balancer.annotations.get("address-type")
    if balancer.annotations.get("vswitch-id").is_set or (balancer.is_reused and address.is_empty):
        return False
    return network_type_clashes(balancer)


def network_type_clashes(balancer: ClassicLoadBalancer) -> bool:
    """Whether `network-type` is vpc on a CLB that is meant to be public, and read by the CCM."""
    network = balancer.annotations.get("network-type")
    if not network.is_("vpc") or balancer.address_type != PUBLIC:
        return False
    return not known_older(balancer.cluster.ccm_version, NETWORK_TYPE_SINCE)


def is_asked(bandwidth: Fact[str]) -> bool:
    """Whether a bandwidth is one that is sent: a whole number in range, and not 0, which counts as unset."""
    known, text = catalogue().by_suffix("bandwidth"), bandwidth.value
    if not bandwidth.readable:
        return bandwidth.is_set
    return known.is_valid(text) and not known.zero_is_unset(text)
