"""The parameters of CreateLoadBalancer that the CCM sends for an NLB (NB:BuildLocalModel, NPB:CreateNLB).

Values that only the running controller knows are placeholders: `{uid}`, `{clusterId}`, `{vpcId}`.
"""

from __future__ import annotations

from clblint.balancer.facts import defaulted, derived
from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG, REASON, additional_tags
from clblint.kube.versions import known_older
from clblint.nlb.options import is_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from clblint.balancer.annotations import Annotations
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact

    Parameter: TypeAlias = "Fact[str] | Fact[dict[str, str]]"

ADDRESSES_SINCE = "v2.12.1"  # an older CCM sends addresses and EIPs, but does not compare them with those of the NLB
PROTECTED_SINCE = "v2.9.1"  # an older CCM creates NLBs without protection
TAGS_SINCE = "v2.10.0"  # an older CCM sends tags at the creation only
INTERNET, INTRANET, IPV4, DUAL_STACK = "Internet", "Intranet", "ipv4", "DualStack"
_ADDRESS_TYPES = {name.lower(): name for name in (INTERNET, INTRANET)}
IP_VERSIONS = {name.lower(): name for name in (IPV4, DUAL_STACK)}
# The parameters with an annotation's text, in the order of the calls, with the words whose case the CCM corrects.
_TEXTS: dict[str, tuple[str, dict[str, str]]] = {
    "AddressType": ("address-type", _ADDRESS_TYPES),
    "LoadBalancerName": ("name", {}),
    "ResourceGroupId": ("resource-group-id", {}),
    "AddressIpVersion": ("ip-version", IP_VERSIONS),
    "Ipv6AddressType": ("ipv6-address-type", _ADDRESS_TYPES),
    "BandwidthPackageId": ("bandwidth-package-id", {}),
}
# The create call lacks these; an update right after it sets them.
_LATER = frozenset({"Ipv6AddressType", "CrossZoneEnabled"})


def requested_attributes(annotations: Annotations) -> dict[str, Parameter]:
    """The attributes that annotations set, without defaults: the CCM compares these with an existing NLB (NB:Update).

    Zones, security groups and source ranges are apart.
    """
    asked: dict[str, Parameter] = {}
    for name, (suffix, words) in _TEXTS.items():
        fact = annotations.get(suffix)
        if not fact.is_empty:
            asked[name] = derived(fact, words.get(fact.value.lower(), fact.value))
    flag, tags = annotations.get("cross-zone-enabled"), annotations.get("additional-resource-tags")
    if not flag.is_empty:
        asked["CrossZoneEnabled"] = derived(flag, "true" if is_on(flag.value) else "false")
    if tags.value:
        asked["Tags"] = derived(tags, additional_tags(tags.value))
    return asked


def address_type_of(fact: Fact[str]) -> Fact[str]:
    """An address type as the CCM reads it: `Internet` or `Intranet` in any case, else as written."""
    return derived(fact, _ADDRESS_TYPES.get(fact.value.lower(), fact.value))


def ip_version_of(fact: Fact[str]) -> Fact[str]:
    """An IP version as the CCM reads it: `ipv4` or `DualStack` in any case, else as written."""
    return derived(fact, IP_VERSIONS.get(fact.value.lower(), fact.value))


def create_parameters(annotations: Annotations, cluster: Cluster) -> dict[str, Parameter]:
    """The parameters of CreateLoadBalancer by their API names, without zones; parts of an object with a dot."""
    asked = {name: fact for name, fact in requested_attributes(annotations).items() if name not in _LATER}
    package = annotations.get("bandwidth-package-id")
    if package.known and not package.value.strip():
        asked.pop("BandwidthPackageId", None)
    vpc = cluster.vpc_id
    defaults = {
        "AddressType": defaulted(annotations.get("address-type"), INTERNET.lower()),
        "LoadBalancerName": defaulted(annotations.get("name"), DEFAULT_NAME),
        "VpcId": vpc if vpc is not None else defaulted(annotations.get("zone-maps"), "{vpcId}"),
        **({} if known_older(cluster.ccm_version, PROTECTED_SINCE) else _protections(annotations)),
    }
    own = {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}
    tags = annotations.get("additional-resource-tags")
    more = additional_tags(tags.value) if tags.known else {}
    return {**defaults, **asked, "Tags": (derived if more or not tags.known else defaulted)(tags, {**own, **more})}


def _protections(annotations: Annotations) -> dict[str, Fact[str]]:
    """The protections against deletion and against changes in the console, which no annotation sets."""
    return {
        "DeletionProtectionConfig.Enabled": defaulted(annotations.get("zone-maps"), "true"),
        "ModificationProtectionConfig.Status": defaulted(annotations.get("zone-maps"), "ConsoleProtection"),
        "ModificationProtectionConfig.Reason": defaulted(annotations.get("zone-maps"), REASON),
    }
