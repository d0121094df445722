"""The attributes of a load balancer that the CCM sets at every full sync (LB:Update)."""

from __future__ import annotations

from clblint.api import SETTABLE

TYPE_CHECKING = False
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
# Those that the CCM compares and never changes, whatever their letter case (LB:Update, NB:Update).
FIXED = {
    "CLB": {
        "MasterZoneId": "master-zoneid",
        "SlaveZoneId": "slave-zoneid",
        "AddressType": "address-type",
        "AddressIPVersion": "ip-version",
        "ResourceGroupId": "resource-group-id",
        "NetworkType": "network-type",
        "Address": "ip",
    },
    "NLB": {"AddressIpVersion": "ip-version", "ResourceGroupId": "resource-group-id"},
}
NLB_ATTRIBUTES = frozenset({*OF_NLB.values(), "security-group-ids"})
_TAGS = {"Tags": "additional-resource-tags"}
# All that two Services on one load balancer may disagree about.
_COMPARED = {
    "CLB": {**FIXED["CLB"], **SETTABLE, **_TAGS},
    "NLB": {**FIXED["NLB"], **OF_NLB, **LISTS_OF_NLB, **_TAGS},
}
PARAMETERS = {suffix: parameter for parameter, suffix in SETTABLE.items()}


def is_fixed(balancer: LoadBalancer, parameter: str) -> bool:
    """Whether the CCM compares an attribute, and gives up where it differs."""
    return parameter in FIXED[balancer.kind]


def is_sent(balancer: LoadBalancer, suffix: str) -> bool:
    """Whether the CCM sends or compares an attribute that is asked for; for an NLB it does.

    Of one that is fixed the inventory shows which Service fails: reuse-attribute-mismatch says so.
    """
    if suffix in FIXED[balancer.kind].values():
        return balancer.existing is None
    if suffix == "spec":
        charge = charge_type(balancer)
        return charge.is_empty or (charge.readable and charge.value.lower() != "paybyclcu")
    if suffix == "bandwidth" and not balancer.annotations.get("charge-type").is_("paybybandwidth"):
        return False
    return suffix not in {"bandwidth", "charge-type"} or address_type(balancer).is_not("intranet")


def wanted_of(balancer: LoadBalancer, parameter: str) -> str:
    """What is sent for an attribute, to be compared; empty where nothing is, or where it cannot be known."""
    asked = balancer.wishes.get(parameter) if suffix_of(balancer, parameter) else None
    if asked is None or not asked.readable or not is_sent(balancer, suffix_of(balancer, parameter)):
        return ""
    if isinstance(asked.value, dict):
        return ",".join(sorted(f"{key}={value}" for key, value in asked.value.items()))
    no_case = parameter == "InstanceChargeType" or is_fixed(balancer, parameter)
    return asked.value.lower() if no_case else asked.value


def suffix_of(balancer: LoadBalancer, parameter: str) -> str:
    """The annotation that asks for an attribute; empty if the CCM does not compare it on a reused load balancer."""
    return _COMPARED[balancer.kind].get(parameter, "")


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
