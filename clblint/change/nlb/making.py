"""Creates the NLB of a Service, and deletes it (NB:Create, NA:deleteLoadBalancer)."""

from __future__ import annotations

from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG, additional_tags
from clblint.change.calls import BALANCER, TAGS
from clblint.change.cloud import OWNER_TAG_NAMES
from clblint.change.nlb.attributes import remove, tags_sent, zone_of
from clblint.change.nlb.cloud import OWN_ID, Instance, Nlb, RefusedCallError
from clblint.nlb.instance import INTRANET, IPV4

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.change.calls import Parameter, Texts
    from clblint.change.nlb.cloud import NetworkCloud
    from clblint.nlb.model import NetworkLoadBalancer


def create_nlb(balancer: NetworkLoadBalancer, cloud: NetworkCloud) -> Nlb:
    """Create an NLB.

    Raises:
        RefusedCallError: the API refuses it

    """
    found = ((name, fact) for name, fact in balancer.attributes.items() if isinstance(fact.value, str))
    asked: Texts = {name: str(fact.value) if fact.known else None for name, fact in found}
    if cloud.resource_group:
        asked.setdefault("ResourceGroupId", cloud.resource_group)
    fact = balancer.annotations.get("additional-resource-tags")
    own: Texts = {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}
    more: Texts = {**additional_tags(fact.value)} if fact.known else {}
    sent: dict[str, Parameter] = {
        **asked,
        **{name: str(balancer.attributes[name].value) for name, value in asked.items() if value is None},
        "Tags": tags_sent([*own.items(), *more.items()]),
        "ZoneMappings": [item.parameters for item in balancer.zone_mappings],
    }
    try:
        cloud.call("nlb:CreateLoadBalancer", BALANCER, sent)
    except RefusedCallError as error:
        text = f"create nlb error: {error}"
        raise RefusedCallError(text) from None
    return put_nlb(asked, {**own, **more}, balancer, cloud)


def put_nlb(asked: Texts, tags: Texts, balancer: NetworkLoadBalancer, cloud: NetworkCloud) -> Nlb:
    """Put an NLB with these parameters into the cloud, as the CCM's own."""
    nlb = Nlb(cloud.fresh(OWN_ID), _instance(asked, tags, balancer, cloud), balancer.key)
    cloud.nlbs[nlb.id] = nlb
    return nlb


def _instance(asked: Texts, tags: Texts, balancer: NetworkLoadBalancer, cloud: NetworkCloud) -> Instance:
    """The attributes that the API reports for a new NLB."""
    version = asked.get("AddressIpVersion", IPV4)
    ipv6 = None if version is None else "" if version.lower() == IPV4 else INTRANET
    defaults: Texts = {"AddressIpVersion": IPV4.capitalize(), "Ipv6AddressType": ipv6, "CrossZoneEnabled": "true"}
    kept = {name: value for name, value in asked.items() if "Protection" not in name and name != "VpcId"}
    attributes = {**defaults, "BandwidthPackageId": "", **dict(cloud.created), **kept}
    zones = tuple(map(zone_of, balancer.zone_mappings)) or None
    return Instance(attributes, zones, (), tags)


def take_away(balancer: NetworkLoadBalancer, cloud: NetworkCloud, nlb: Nlb) -> Nlb | None:
    """Delete an NLB of the CCM, or untag and return it if it is preserved; None if deleted.

    Raises:
        RefusedCallError: the API refuses a call

    """
    if not balancer.preserved.value:
        _delete(cloud, nlb)
        return None
    off: Texts = {"DeletionProtectionEnabled": "false", "ModificationProtectionStatus": "NonProtection"}
    key = f"{balancer.service.namespace or 'default'}/{balancer.service.built_name.value}"
    try:
        cloud.call("nlb:UpdateLoadBalancerProtection", BALANCER, off)
    except RefusedCallError as error:
        why = f"error to set nlb id [{nlb.id}] protections off, svc [{key}], err: {error}"
        text = f"set loadbalancer [{nlb.id}] protections off error: {why}"
        raise RefusedCallError(text) from None
    _untag(cloud, nlb)
    return nlb


def _delete(cloud: NetworkCloud, nlb: Nlb) -> None:
    try:
        cloud.call("nlb:UpdateLoadBalancerProtection", BALANCER, {"DeletionProtectionEnabled": "false"})
    except RefusedCallError as error:
        text = f"delete nlb [{nlb.id}] error: disable delete protection error: {error}"
        raise RefusedCallError(text) from None
    try:
        cloud.call("nlb:DeleteLoadBalancer", BALANCER, {})
    except RefusedCallError as error:
        text = f"delete nlb [{nlb.id}] error: {error}"
        raise RefusedCallError(text) from None
    del cloud.nlbs[nlb.id]


def _untag(cloud: NetworkCloud, nlb: Nlb) -> None:
    """Remove the tags by which the CCM finds an NLB; others stay."""
    keys = sorted(OWNER_TAG_NAMES & set(nlb.instance.tags))
    if not keys:
        return
    try:
        cloud.call("nlb:UntagResources", TAGS, untagged("loadbalancer", keys))
    except RefusedCallError as error:
        text = f"cleanup loadbalancer [{nlb.id}] tags error: {error}"
        raise RefusedCallError(text) from None
    remove(nlb.instance.tags, keys)


def untagged(kind: str, keys: list[str]) -> Texts:
    """The parameters of UntagResources."""
    return {"ResourceType": kind, "TagKeys": ",".join(keys)}
