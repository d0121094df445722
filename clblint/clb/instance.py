"""The parameters of CreateLoadBalancer that the CCM sends (LB:BuildLocalModel, LB:setModelDefaultValue).

Values that only the running controller knows are placeholders: `{uid}`, `{clusterId}`, `{vpcId}`, `{vSwitchId}`.
"""

from __future__ import annotations

from clblint.balancer.facts import defaulted, derived, unknowable
from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG, REASON, additional_tags
from clblint.balancer.values.integers import NotAnIntegerError, atoi
from clblint.kube.versions import known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from clblint.balancer.annotations import Annotations
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact

    Parameter: TypeAlias = "Fact[str] | Fact[dict[str, str]]"

PAY_BY_CLCU, PAY_BY_SPEC, SMALLEST_SPEC = "PayByCLCU", "PayBySpec", "slb.s1.small"

# The parameters that are an annotation's text, in the order of the request (PB:setRequest).
_TEXTS = {
    "AddressType": "address-type",
    "InternetChargeType": "charge-type",
    "LoadBalancerName": "name",
    "VSwitchId": "vswitch-id",
    "MasterZoneId": "master-zoneid",
    "SlaveZoneId": "slave-zoneid",
    "InstanceChargeType": "instance-charge-type",
    "LoadBalancerSpec": "spec",
    "ResourceGroupId": "resource-group-id",
    "AddressIPVersion": "ip-version",
    "DeleteProtection": "delete-protection",
    "ModificationProtectionStatus": "modification-protection",
    "Address": "ip",
}
_DEFAULTS = {
    "AddressType": "internet",
    "LoadBalancerName": DEFAULT_NAME,
    "DeleteProtection": "on",
    "ModificationProtectionStatus": "ConsoleProtection",
}
_PROTECTIONS = frozenset({"DeleteProtection", "ModificationProtectionStatus"})  # only newer CCMs send these
# From this CCM on an absent instance-charge-type is PayByCLCU; documents that name an earlier one are not followed.
BY_USE_SINCE = "v2.12.1"
NETWORK_TYPE_SINCE = "v2.11.3"  # v2.11.2 does not read the annotation network-type, v2.12.4 does


def requested_attributes(annotations: Annotations) -> dict[str, Parameter]:
    """The parameters that annotations set, without defaults: compared with those of an existing CLB (LB:Update)."""
    asked: dict[str, Parameter] = {}
    for name, suffix in _TEXTS.items():
        fact = annotations.get(suffix)
        if not fact.is_empty:
            asked[name] = fact
    bandwidth = bandwidth_of(annotations)
    if bandwidth is not None:
        asked["Bandwidth"] = bandwidth
    if annotations.get("network-type").value == "classic":
        asked.pop("VSwitchId", None)
    tags = annotations.get("additional-resource-tags")
    if tags.value:
        asked["Tags"] = derived(tags, additional_tags(tags.value))
    return asked


def bandwidth_of(annotations: Annotations) -> Fact[str] | None:
    """The bandwidth as sent; None if it is absent, 0, or not an integer."""
    fact = annotations.get("bandwidth")
    if not fact.known:
        return unknowable(fact, fact.value)
    if not fact.value:
        return None
    try:
        number = atoi(fact.value)
    except NotAnIntegerError:
        return None
    return derived(fact, str(number)) if number else None


def create_parameters(annotations: Annotations, cluster: Cluster) -> dict[str, Parameter]:
    """The parameters of CreateLoadBalancer by their API names."""
    asked = requested_attributes(annotations)
    for name, value in _DEFAULTS.items():
        if name not in asked and (name not in _PROTECTIONS or annotations.reads(_TEXTS[name])):
            asked[name] = defaulted(annotations.get(_TEXTS[name]), value)
    _set_network(asked, annotations, cluster)
    _set_charge(asked, annotations, cluster)
    protection = annotations.get("modification-protection")
    if protection.is_empty and "ModificationProtectionStatus" in asked:
        asked["ModificationProtectionReason"] = defaulted(protection, REASON)
    own = {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}
    tags = annotations.get("additional-resource-tags")
    more = additional_tags(tags.value) if tags.known else {}
    asked["Tags"] = (derived if more or not tags.known else defaulted)(tags, {**own, **more})
    return asked


def _set_network(asked: dict[str, Parameter], annotations: Annotations, cluster: Cluster) -> None:
    """Set the network of an intranet CLB: the cluster's VPC, and the annotated vSwitch or one that the CCM chooses."""
    address, network = asked["AddressType"], annotations.get("network-type")
    if address.value != "intranet":
        return
    asked["VpcId"] = cluster.vpc_id if cluster.vpc_id is not None else defaulted(address, "{vpcId}")
    if not network.known:
        asked["VSwitchId"] = unknowable(network, "{vSwitchId}")
    elif network.value != "classic" and "VSwitchId" not in asked:
        asked["VSwitchId"] = defaulted(annotations.get("vswitch-id"), "{vSwitchId}")


def _set_charge(asked: dict[str, Parameter], annotations: Annotations, cluster: Cluster) -> None:
    fact = annotations.get("instance-charge-type")
    if not fact.known:
        return
    folded = fact.value.lower()
    if not folded:
        if known_older(cluster.ccm_version, BY_USE_SINCE):
            return
        asked["InstanceChargeType"] = defaulted(fact, PAY_BY_CLCU)
    elif folded == PAY_BY_CLCU.lower():
        asked["InstanceChargeType"] = derived(fact, PAY_BY_CLCU)
    elif folded == PAY_BY_SPEC.lower() and "LoadBalancerSpec" not in asked:
        asked["LoadBalancerSpec"] = defaulted(annotations.get("spec"), SMALLEST_SPEC)
