"""Simulates the update of an NLB itself: compares requested with present attributes (NB:Update).

Only attributes with an annotation are compared. All errors are collected; the calls of the other attributes are made.
"""

from __future__ import annotations

from itertools import product

from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG
from clblint.change.aggregate import aggregate
from clblint.change.calls import BALANCER, TAGS, SyncError
from clblint.change.cloud import REUSED_TAG
from clblint.change.nlb.cloud import RefusedCallError, Zone
from clblint.kube.versions import known_older
from clblint.nlb.instance import ADDRESSES_SINCE, INTERNET, INTRANET, TAGS_SINCE
from clblint.nlb.values.same_set import is_same_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from clblint.change.calls import Parameter, Texts
    from clblint.change.nlb.cloud import Changes, Instance, NetworkCloud, Nlb
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.values.zone_maps import ZoneMapping
    from clblint.source.located import Located

STAGE = "update nlb attribute error"
# The attributes that are never changed, with their annotations.
IMMUTABLE = (("AddressIpVersion", "ip-version"), ("ResourceGroupId", "resource-group-id"))
_IPV6_SWITCHES = {INTERNET: "nlb:EnableLoadBalancerIpv6Internet", INTRANET: "nlb:DisableLoadBalancerIpv6Internet"}

_DETACH, _ATTACH = "DetachCommonBandwidthPackageFromLoadBalancer", "AttachCommonBandwidthPackageToLoadBalancer"

# The tags of everything that the CCM makes for a Service.
OWN_TAGS: list[Mapping[str, str | None]] = [
    {"Key": OWNER_TAG, "Value": DEFAULT_NAME},
    {"Key": CLUSTER_TAG, "Value": "{clusterId}"},
]


class InstanceUpdate:
    """One pass over an NLB; `run` makes the calls and returns the errors."""

    def __init__(
        self, nlb: Nlb, there: Instance, balancer: NetworkLoadBalancer, cloud: NetworkCloud, *, is_new: bool = False
    ) -> None:
        """`there` is the state that the API reported before the sync.

        The sync that creates the NLB also compares the defaults of the creation.
        """
        self._nlb = nlb
        self._there = there
        self._balancer = balancer
        self._cloud = cloud
        self._errors: list[SyncError] = []
        asked = {**balancer.attributes, **balancer.wishes} if is_new else balancer.wishes
        found = ((name, fact) for name, fact in asked.items() if isinstance(fact.value, str) and fact.known)
        self._wanted: Texts = {name: str(fact.value) for name, fact in found}

    def run(self, wanted_groups: list[str] | None) -> list[SyncError]:
        """Compare everything, in the CCM's order.

        `wanted_groups` are the security groups that it must be in, None to leave them as they are.
        """
        for name, suffix in IMMUTABLE:
            self._refuse(name, suffix)
        self._switch("AddressType", "address-type", self._change_address_type)
        self._zones()
        if wanted_groups is not None:
            self._security_groups(wanted_groups)
        self._switch("Ipv6AddressType", "ipv6-address-type", self._change_ipv6)
        self._bandwidth_package()
        self._tag()
        self._rename()
        return self._errors

    def _at(self, suffix: str) -> Located:
        return self._balancer.annotations.get(suffix)

    def _differs(self, name: str) -> tuple[str, str] | None:
        """(present, wanted) value of an attribute; None if they are the same, or one of them is not known.

        An unknown attribute of a reused NLB is assumed to be the first value that is wanted.
        """
        wanted, has = self._wanted.get(name), self._there.attributes.get(name)
        if not wanted:
            return None
        if has is None:
            if name in self._there.attributes or self._balancer.is_reused:
                self._nlb.instance.attributes[name] = wanted
                self._nlb.assumed.add(name)
            return None
        exact = name in {"LoadBalancerName", "BandwidthPackageId"}
        same = has == wanted if exact else has.lower() == wanted.lower()
        return None if same else (has, wanted)

    def _refuse(self, name: str, suffix: str) -> None:
        found, wanted = self._differs(name), self._wanted.get(name)
        if found is not None:
            text = f"{name} cannot be changed, service: {found[1]}, nlb: {found[0]}"
            self._errors.append(SyncError(text, self._at(suffix), STAGE, certain=name not in self._nlb.assumed))
        elif wanted and not self._balancer.is_reused and name not in self._there.attributes:
            text = f"{name} cannot be changed, service: {wanted}, nlb: {{{name}}}"
            self._errors.append(SyncError(text, self._at(suffix), STAGE, certain=False))

    def _switch(self, name: str, suffix: str, change: Callable[[str, Changes], None]) -> None:
        found = self._differs(name)
        if found is None:
            return
        try:
            change(found[1], {name: found})
        except RefusedCallError as error:
            prefix = {"AddressType": "UpdateNLBAddressType"}.get(name, "UpdateNLBIPv6AddressType")
            self._errors.append(SyncError(f"{prefix} error: {error}", self._at(suffix), STAGE))
        else:
            self._nlb.instance.attributes[name] = found[1]

    def _change_address_type(self, wanted: str, changed: Changes) -> None:
        self._call("nlb:UpdateLoadBalancerAddressTypeConfig", {"AddressType": wanted}, changed)

    def _change_ipv6(self, wanted: str, changed: Changes) -> None:
        action = _IPV6_SWITCHES.get(wanted)
        if action is None:
            text = f"invalid ipv6 address type {wanted}"
            raise RefusedCallError(text)
        self._call(action, {}, changed)

    def _zones(self) -> None:
        mappings = self._balancer.zone_mappings
        wanted = tuple(map(zone_of, mappings))
        there = self._there.zones
        if there is None:
            self._nlb.move(wanted or None)
        if there is None or self._are_found(wanted, there):
            return
        changed = {"ZoneMappings": (_zones_shown(there), _zones_shown(wanted))}
        try:
            self._call("nlb:UpdateLoadBalancerZones", {"ZoneMappings": [item.parameters for item in mappings]}, changed)
        except RefusedCallError as error:
            self._errors.append(SyncError(f"update zone mappings error: {error}", self._at("zone-maps"), STAGE))
        else:
            self._nlb.move(tuple(_kept(zone, there) for zone in wanted))

    def _are_found(self, wanted: tuple[Zone, ...], there: tuple[Zone, ...]) -> bool:
        """Whether the NLB has each wanted zone with its vSwitch, and with its address and EIP if these are set.

        Before v2.12.1 the CCM compared no addresses, and did not read the EIPs of an NLB, so that it never found one.
        """
        if known_older(self._balancer.cluster.declared.ccm_version, ADDRESSES_SINCE):
            there = tuple(Zone(one.zone, one.vswitch) for one in there)
            wanted = tuple(one._replace(address="") for one in wanted)
        known = {
            (zone, vswitch, *asked) for zone, vswitch, *has in there for asked in product(*(("", one) for one in has))
        }
        return known.issuperset(wanted)

    def _security_groups(self, wanted: list[str]) -> None:
        there = self._there.security_groups
        if there is None:
            self._nlb.join(tuple(wanted))
        if there is None or is_same_set(wanted, there):
            return
        joined = [one for one in wanted if one not in there]
        left = [one for one in there if one not in wanted]
        changed = {"SecurityGroupIds": (",".join(there), ",".join(wanted))}
        errors = []
        for action, ids in (("Join", joined), ("Leave", left)):
            try:
                if ids:
                    self._call(f"nlb:LoadBalancer{action}SecurityGroup", {"SecurityGroupIds": ",".join(ids)}, changed)
                    self._in_groups(action, ids)
            except RefusedCallError as error:
                errors.append(str(error))
        if errors:
            text = f"update security group ids error: {aggregate(errors)}"
            self._errors.append(SyncError(text, self._at("security-group-ids"), STAGE))

    def _in_groups(self, action: str, ids: list[str]) -> None:
        now = [one for one in self._nlb.instance.security_groups or () if one not in ids]
        self._nlb.join(tuple(now + ids if action == "Join" else now))

    def _bandwidth_package(self) -> None:
        fact = self._balancer.annotations.get("bandwidth-package-id")
        if not self._balancer.annotations.has("bandwidth-package-id") or not fact.known:
            return
        there = self._there.attributes
        has = there.get("BandwidthPackageId", None if self._balancer.is_reused else "")
        if has is None:
            self._nlb.instance.attributes["BandwidthPackageId"] = fact.value
        if has is None or has == fact.value:
            return
        changed = {"BandwidthPackageId": (has, fact.value)}
        try:
            if has:
                self._call(f"nlb:{_DETACH}", {"BandwidthPackageId": has}, changed)
            if fact.value:
                self._call(f"nlb:{_ATTACH}", {"BandwidthPackageId": fact.value}, changed)
        except RefusedCallError as error:
            self._errors.append(SyncError(str(error), fact, STAGE))
        else:
            self._nlb.instance.attributes["BandwidthPackageId"] = fact.value

    def _tag(self) -> None:
        fact = self._balancer.wishes.get("Tags")
        if known_older(self._balancer.cluster.declared.ccm_version, TAGS_SINCE):
            return
        if fact is None or not fact.known or not isinstance(fact.value, dict) or not fact.value:
            return
        marks = {OWNER_TAG, CLUSTER_TAG} | ({REUSED_TAG} if self._balancer.is_reused else set())
        wanted, there = _without(fact.value, marks), _without(self._there.tags, marks)
        missing = {key: value for key, value in wanted.items() if key not in there or there[key] != value}
        stale = {key: value for key, value in there.items() if key not in wanted}
        changed: dict[str, tuple[str | None, str | None]] = {key: (there.get(key), new) for key, new in missing.items()}
        if missing and self._tagged("tag", "nlb:TagResources", missing, changed):
            self._nlb.instance.tags.update(missing)
        elif missing:
            return
        if stale and self._tagged(
            "untag", "nlb:UntagResources", stale, {key: (has, None) for key, has in stale.items()}
        ):
            remove(self._nlb.instance.tags, stale)

    def _tagged(self, verb: str, action: str, tags: Texts, changed: Changes) -> bool:
        """Make a call about tags; False if it is refused."""
        try:
            sent: dict[str, Parameter] = (
                {"Tags": tags_sent(tags.items())} if verb == "tag" else {"TagKeys": ",".join(sorted(tags))}
            )
            self._cloud.call(action, TAGS, {"ResourceType": "loadbalancer", **sent}, changed)
        except RefusedCallError as error:
            shown = " ".join(f"{{{key} {value}}}" for key, value in tags.items())
            whose = f"svc [{key_of(self._balancer)}]"
            text = f"error to {verb} slb id [{self._nlb.id}] with tags [{shown}], {whose}, err: {error}"
            self._errors.append(SyncError(text, self._at("additional-resource-tags"), STAGE))
            return False
        return True

    def _rename(self) -> None:
        changed = {name: found for name in ("LoadBalancerName", "CrossZoneEnabled") if (found := self._differs(name))}
        if not changed:
            return
        sent = {name: self._wanted[name] for name in ("LoadBalancerName", "CrossZoneEnabled") if self._wanted.get(name)}
        try:
            self._call("nlb:UpdateLoadBalancerAttribute", sent, changed)
        except RefusedCallError as error:
            suffix = "name" if "LoadBalancerName" in changed else "cross-zone-enabled"
            self._errors.append(SyncError(f"UpdateNLBAttribute error: {error}", self._at(suffix), STAGE))
        else:
            self._nlb.instance.attributes.update(sent)

    def _call(self, action: str, params: Mapping[str, Parameter], changed: Changes) -> None:
        self._cloud.call(action, BALANCER, {**named(self._nlb), **params}, changed)


def named(nlb: Nlb) -> Texts:
    """The parameter with the id of an NLB; none for a new one, whose id is not known yet."""
    return {} if nlb.is_new else {"LoadBalancerId": nlb.id}


def tags_sent(tags: Iterable[tuple[str, str | None]]) -> list[Mapping[str, str | None]]:
    """Tags as a parameter; a key may be sent twice."""
    return [{"Key": key, "Value": value} for key, value in tags]


def remove(tags: Texts, keys: Iterable[str]) -> None:
    """Take keys out of tags."""
    for key in keys:
        del tags[key]


def key_of(balancer: NetworkLoadBalancer) -> str:
    """The Service as the CCM writes it, `namespace/name`."""
    return f"{balancer.service.namespace or 'default'}/{balancer.service.built_name.value}"


def zone_of(item: ZoneMapping) -> Zone:
    """The zone that an item of `zone-maps` asks for."""
    sent = item.parameters
    return Zone(sent["ZoneId"], sent["VSwitchId"], sent.get("PrivateIPv4Address", ""), sent.get("AllocationId", ""))


def _kept(zone: Zone, there: tuple[Zone, ...]) -> Zone:
    """A zone after an update; address and EIP stay unless set."""
    was = next((one for one in there if one[:2] == zone[:2]), zone)
    return Zone(zone.zone, zone.vswitch, zone.address or was.address, zone.eip or was.eip)


def _zones_shown(zones: tuple[Zone, ...]) -> str:
    return ",".join(":".join(zone).rstrip(":") for zone in zones)


def _without(tags: dict[str, str] | Texts, marks: set[str]) -> Texts:
    return {key: value for key, value in tags.items() if key not in marks and not key.startswith("acs:")}
