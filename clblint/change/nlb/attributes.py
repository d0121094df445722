"""The update of an NLB's own attributes, zones and security groups (NB:Update)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.instance import CLUSTER_TAG, OWNER_TAG, additional_tags
from clblint.change.cloud import BALANCER, TAGS
from clblint.change.nlb.calls import numbered, numbered_maps, same_set, tags_of, texts_of
from clblint.nlb.instance import INTERNET, INTRANET

if TYPE_CHECKING:
    from clblint.change.nlb.calls import Calls
    from clblint.change.nlb.cloud import CloudNlb
    from clblint.nlb.model import NetworkLoadBalancer

REUSED_TAG = "kubernetes.reused.by.user"
_DEFAULT_TAGS = frozenset({OWNER_TAG, CLUSTER_TAG})
_IMMUTABLE = ("AddressIpVersion", "ResourceGroupId")


class NlbUpdate:
    """The update of one NLB: `run` makes the calls and returns the errors; `apply` changes the NLB as they ask.

    `created` says that this sync made it: then its name and its tags are compared, too, defaults included. `ranges` is
    the id of the security group of the source ranges, `managed` says that there is one, or was.
    """

    def __init__(self, balancer: NetworkLoadBalancer, there: CloudNlb, calls: Calls, *, created: bool) -> None:
        self._balancer = balancer
        self._there = there
        self._calls = calls
        self._asked = texts_of(
            {name: fact for name, fact in balancer.wishes.items() if name != "Tags" and isinstance(fact.value, str)}
        )
        self._name = self._asked.get("LoadBalancerName") or (
            there.attributes.get("LoadBalancerName", "") if created else ""
        )
        self._created = created

    def run(self, ranges: str = "", *, managed: bool = False) -> list[str]:
        """Make the calls; the errors are collected, and the others are made all the same."""
        there, asked = self._there.attributes, self._asked
        errors = [
            f"{name} cannot be changed, service: {asked[name]}, nlb: {there.get(name, '')}"
            for name in _IMMUTABLE
            if name in asked and asked[name].lower() != there.get(name, "").lower()
        ]
        if self._differs("AddressType"):
            self._call("UpdateLoadBalancerAddressTypeConfig", AddressType=asked["AddressType"])
        self._zones()
        self._security_groups(ranges, managed=managed)
        errors += self._ipv6()
        self._bandwidth_package()
        self._tags()
        self._name_and_cross_zone()
        return errors

    def apply(self, ranges: str = "", *, managed: bool = False) -> None:
        """Change the NLB as the calls ask."""
        there, asked = self._there, dict(self._asked)
        if any(map(self._is_missing, self._wanted_zones)):
            there.zones = self._wanted_zones
        if self._sets_groups(ranges, managed=managed):
            there.security_groups = self._wanted_groups(ranges)
        tags = self._balancer.annotations.get("additional-resource-tags")
        if tags.value and tags.known:
            kept = {key: value for key, value in there.tags.items() if _is_kept(key, self._balancer)}
            there.tags = {
                **kept,
                **{k: v for k, v in additional_tags(tags.value).items() if not _is_kept(k, self._balancer)},
            }
        if asked.get("Ipv6AddressType") not in {INTERNET, INTRANET}:
            asked.pop("Ipv6AddressType", None)
        for name in _IMMUTABLE:
            asked.pop(name, None)
        package = self._balancer.annotations.get("bandwidth-package-id")
        if self._balancer.annotations.has("bandwidth-package-id") and package.known:
            asked["BandwidthPackageId"] = package.value
        there.attributes |= asked

    def _differs(self, name: str) -> bool:
        return name in self._asked and self._asked[name].lower() != self._there.attributes.get(name, "").lower()

    def _call(self, action: str, **params: str) -> None:
        before = {name: self._there.attributes.get(name) for name in params}
        changed = {name: (before[name], value) for name, value in params.items() if before[name] != value}
        self._calls.add(action, BALANCER, {"LoadBalancerId": self._there.id, **params}, changed)

    @property
    def _wanted_zones(self) -> list[dict[str, str]]:
        return [item.parameters for item in self._balancer.zone_mappings]

    def _is_missing(self, wanted: dict[str, str]) -> bool:
        """Whether no zone of the NLB has all that is asked for."""
        return not any(all(zone.get(name) == value for name, value in wanted.items()) for zone in self._there.zones)

    def _zones(self) -> None:
        """If one wanted zone is not there, send all: the others of the NLB are left."""
        if any(map(self._is_missing, self._wanted_zones)):
            params = numbered_maps("ZoneMappings", self._wanted_zones)
            before = numbered_maps("ZoneMappings", self._there.zones)
            changed = {name: (before.get(name), value) for name, value in params.items() if before.get(name) != value}
            sent = {"LoadBalancerId": self._there.id, **params}
            self._calls.add("UpdateLoadBalancerZones", BALANCER, sent, changed)

    def _wanted_groups(self, ranges: str) -> list[str]:
        return [one.text for one in self._balancer.security_group_ids] + ([ranges] if ranges else [])

    def _sets_groups(self, ranges: str, *, managed: bool) -> bool:
        wanted = self._wanted_groups(ranges)
        enforced = self._balancer.sets_security_groups or managed or bool(wanted)
        return enforced and not same_set(wanted, self._there.security_groups)

    def _security_groups(self, ranges: str, *, managed: bool) -> None:
        """Join what is wanted, and leave every other group."""
        if not self._sets_groups(ranges, managed=managed):
            return
        wanted, there = self._wanted_groups(ranges), self._there.security_groups
        for action, ids in (
            ("LoadBalancerJoinSecurityGroup", [one for one in wanted if one not in there]),
            ("LoadBalancerLeaveSecurityGroup", [one for one in there if one not in wanted]),
        ):
            if ids:
                params = {"LoadBalancerId": self._there.id, **numbered("SecurityGroupIds", ids)}
                self._calls.add(action, BALANCER, params)

    def _ipv6(self) -> list[str]:
        if not self._differs("Ipv6AddressType"):
            return []
        wanted = self._asked["Ipv6AddressType"]
        actions = {INTERNET: "EnableLoadBalancerIpv6Internet", INTRANET: "DisableLoadBalancerIpv6Internet"}
        if wanted not in actions:
            return [f"UpdateNLBIPv6AddressType error: invalid ipv6 address type {wanted}"]
        self._calls.add(actions[wanted], BALANCER, {"LoadBalancerId": self._there.id})
        return []

    def _bandwidth_package(self) -> None:
        """Detach another package, and attach the one that is asked for; an empty annotation only detaches."""
        annotations = self._balancer.annotations
        wanted, there = annotations.get("bandwidth-package-id"), self._there.attributes.get("BandwidthPackageId", "")
        if not annotations.has("bandwidth-package-id") or not wanted.known or wanted.value == there:
            return
        for action, package in (
            ("DetachCommonBandwidthPackageFromLoadBalancer", there),
            ("AttachCommonBandwidthPackageToLoadBalancer", wanted.value),
        ):
            if package:
                params = {"LoadBalancerId": self._there.id, "BandwidthPackageId": package}
                self._calls.add(action, BALANCER, params)

    def _tags(self) -> None:
        """Tag what is missing, and untag everything else; nothing without the annotation (TG:DiffLoadBalancerTags)."""
        tags, balancer = self._balancer.annotations.get("additional-resource-tags"), self._balancer
        if self._created or not tags.known or not additional_tags(tags.value):
            return
        wanted = {key: value for key, value in additional_tags(tags.value).items() if not _is_kept(key, balancer)}
        there = {key: value for key, value in self._there.tags.items() if not _is_kept(key, balancer)}
        missing = {key: value for key, value in wanted.items() if there.get(key) != value}
        known = {"ResourceType": "loadbalancer", "ResourceId.1": self._there.id}
        if missing:
            self._calls.add("TagResources", TAGS, {**known, **tags_of(missing.items())})
        if gone := [key for key in there if key not in wanted]:
            self._calls.add("UntagResources", TAGS, {**known, **numbered("TagKey", gone)})

    def _name_and_cross_zone(self) -> None:
        there, asked = self._there.attributes, self._asked
        renamed = bool(self._name) and self._name != there.get("LoadBalancerName")
        switched = "CrossZoneEnabled" in asked and asked["CrossZoneEnabled"] != there.get("CrossZoneEnabled")
        if not renamed and not switched:
            return
        params = {"LoadBalancerName": self._name} if self._name else {}
        if "CrossZoneEnabled" in asked:
            params["CrossZoneEnabled"] = asked["CrossZoneEnabled"]
        self._call("UpdateLoadBalancerAttribute", **params)


def _is_kept(key: str, balancer: NetworkLoadBalancer) -> bool:
    """Whether a tag is left alone: those of the system, of the CCM, and the mark of a reused load balancer."""
    return key.startswith("acs:") or key in _DEFAULT_TAGS or (balancer.is_reused and key == REUSED_TAG)
