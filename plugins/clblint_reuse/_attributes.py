"""The attributes of a load balancer that the CCM sets at every full sync (LB:Update)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import SETTABLE

if TYPE_CHECKING:
    from clblint.api import Fact, LoadBalancer

# Those of an NLB that are plain values, by the parameters of what annotations ask for (NB:Update).
OF_NLB = {
    "AddressType": "address-type",
    "LoadBalancerName": "name",
    "Ipv6AddressType": "ipv6-address-type",
    "BandwidthPackageId": "bandwidth-package-id",
    "CrossZoneEnabled": "cross-zone-enabled",
}
# Those of an NLB that are lists; both are set on a reused NLB, too.
LISTS_OF_NLB = {"ZoneMappings": "zone-maps", "SecurityGroupIds": "security-group-ids"}
NLB_ATTRIBUTES = frozenset({*OF_NLB.values(), "security-group-ids"})
PARAMETERS = {suffix: parameter for parameter, suffix in SETTABLE.items()}


def is_sent(balancer: LoadBalancer, suffix: str) -> bool:
    """Whether the CCM sends an attribute that is asked for; for an NLB it does."""
    if suffix == "spec":
        charge = charge_type(balancer)
        return charge.is_empty or (charge.readable and charge.value.lower() != "paybyclcu")
    if suffix == "bandwidth" and not balancer.annotations.get("charge-type").is_("paybybandwidth"):
        return False
    return suffix not in {"bandwidth", "charge-type"} or address_type(balancer).is_not("intranet")


def charge_type(balancer: LoadBalancer) -> Fact[str]:
    """How a reused CLB is billed: as is asked for, else by the inventory."""
    asked = balancer.annotations.get("instance-charge-type")
    return asked if asked.is_set else _there(balancer, "InstanceChargeType", asked)


def address_type(balancer: LoadBalancer) -> Fact[str]:
    """Whether a reused CLB is public or private: by the inventory, else by what is asked for."""
    return _there(balancer, "AddressType", balancer.annotations.get("address-type"))


def _there(balancer: LoadBalancer, name: str, otherwise: Fact[str]) -> Fact[str]:
    clb = balancer.existing
    there = clb.attribute(name) if clb is not None else otherwise
    return there if there.given else otherwise
