"""The attributes of a load balancer that the CCM sets at every full sync (LB:Update)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import SETTABLE

if TYPE_CHECKING:
    from clblint.api import LoadBalancer

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
    annotations = balancer.annotations
    if suffix == "spec":
        charge = annotations.get("instance-charge-type")
        return charge.is_empty or (charge.readable and charge.value.lower() != "paybyclcu")
    if suffix == "bandwidth" and not annotations.get("charge-type").is_("paybybandwidth"):
        return False
    return suffix not in {"bandwidth", "charge-type"} or annotations.get("address-type").is_not("intranet")
