"""Compares an existing CLB and its listeners with the annotations (LB:Update, LS:Update).

A difference in an immutable attribute is an error at every sync; any other is reset at the next full sync.
"""

from __future__ import annotations

from clblint.balancer.drift import Drift, DriftedSetting, Mismatch, by_annotation
from clblint.balancer.existing import unless_refused
from clblint.balancer.facts import defaulted, derived
from clblint.clb.instance import PAY_BY_CLCU, PAY_BY_SPEC
from clblint.clb.options import OPTIONS
from clblint.kube.catalogue.catalogue import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.instance import Parameter
    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.records import Clb, ClbListener
    from clblint.kube.fact import Fact

# By API parameter: the compared attributes that are immutable, with the error of the CCM (behaviour: section 6) ...
_FIXED = {
    "MasterZoneId": ("master-zoneid", "LoadBalancer master zone id"),
    "SlaveZoneId": ("slave-zoneid", "LoadBalancer slave zone id"),
    "AddressType": ("address-type", "LoadBalancer AddressType"),
    "AddressIPVersion": ("ip-version", "LoadBalancer AddressIPVersion"),
    "ResourceGroupId": ("resource-group-id", "ResourceGroupId"),
    "NetworkType": ("network-type", "LoadBalancer network type"),
    "Address": ("ip", "LoadBalancer address"),
}
# ... and those that the CCM sets.
SETTABLE = {
    "LoadBalancerName": "name",
    "InstanceChargeType": "instance-charge-type",
    "LoadBalancerSpec": "spec",
    "InternetChargeType": "charge-type",
    "Bandwidth": "bandwidth",
    "DeleteProtection": "delete-protection",
    "ModificationProtectionStatus": "modification-protection",
}
ATTRIBUTES = (*_FIXED, *SETTABLE)
NO_CASE = frozenset({"InstanceChargeType"})
_SUFFIXES = {option.parameter: option.suffix for option in OPTIONS} | {"healthCheckInterval": "health-check-interval"}
# The parameters that identify a listener: not settings of it.
_NO_SETTINGS = frozenset({"ListenerPort", "Description", "ListenerForward", "ForwardPort"})


def drifted_settings(balancer: ClassicLoadBalancer) -> tuple[DriftedSetting, ...]:
    """The differences on the CLB of a Service by annotation; none if the CCM refuses to reuse it."""
    clb = unless_refused(balancer, balancer.current)
    return by_annotation(clb, drifts(balancer, clb)) if clb is not None else ()


def mismatches_of(balancer: ClassicLoadBalancer) -> tuple[Mismatch, ...]:
    """The immutable differences on the CLB of a Service; none if the CCM refuses to reuse it."""
    clb = unless_refused(balancer, balancer.current)
    return tuple(Mismatch(balancer, one) for one in _mismatches(balancer, clb)) if clb is not None else ()


def _mismatches(balancer: ClassicLoadBalancer, clb: Clb) -> Iterator[Drift]:
    """Yield wanted attributes that differ and are immutable; an absent IP version means ipv4."""
    for name, (suffix, words) in _FIXED.items():
        asked, there = balancer.annotations.get(suffix), clb.attribute(name)
        if name == "AddressIPVersion" and asked.is_empty:
            asked = defaulted(asked, "ipv4")
        if there.value and asked.holds and _differ(name, suffix, asked, there):
            yield Drift(name, suffix, asked, there, words)


def drifts(balancer: ClassicLoadBalancer, clb: Clb) -> Iterator[Drift]:
    """Yield wanted values that differ and are set at the next full sync: of the CLB, its tags and listeners."""
    for name, suffix in SETTABLE.items():
        asked, there = balancer.wishes.get(name), clb.attribute(name)
        if asked is None or not there.given or not _is_sent(name, balancer, clb):
            continue
        asked = balancer.annotations.get(suffix)
        if asked.given and _differ(name, suffix, asked, there):
            yield Drift(name, suffix, asked, there)
    yield from _tags(balancer, clb)
    for listener in balancer.listeners if balancer.manages_listeners else ():
        for found in clb.listeners_on(str(listener.port.value)):
            if listener.protocol.is_(found.protocol.value):
                yield from _settings(listener, found)


def requested_of(balancer: ClassicLoadBalancer, clb: Clb) -> dict[str, Parameter]:
    """The attributes that annotations ask for, without those that the CCM certainly never sets on this CLB."""
    return {name: asked for name, asked in balancer.wishes.items() if not _is_passed_over(name, balancer, clb)}


def _is_passed_over(name: str, balancer: ClassicLoadBalancer, clb: Clb) -> bool:
    """Whether the CCM certainly never sets an attribute on this CLB (LB:Update)."""
    if name in {"InternetChargeType", "Bandwidth"} and clb.attribute("AddressType").value == "intranet":
        return True  # the CCM only logs it
    if name == "Bandwidth":
        charge = balancer.annotations.get("charge-type")
        return charge.known and charge.value != "paybybandwidth"
    if name == "LoadBalancerSpec":  # a CLB that is billed by use has none, and stays so
        charges = (balancer.annotations.get("instance-charge-type"), clb.attribute("InstanceChargeType"))
        return any(charge.known and charge.value.lower() == PAY_BY_CLCU.lower() for charge in charges)
    return False


def _is_sent(name: str, balancer: ClassicLoadBalancer, clb: Clb) -> bool:
    """Whether the CCM certainly sets an attribute on this CLB if it differs."""
    if _is_passed_over(name, balancer, clb):
        return False
    if name == "Bandwidth":
        return balancer.annotations.get("charge-type").known
    if name == "LoadBalancerSpec":
        charged = balancer.annotations.get("instance-charge-type").value or clb.attribute("InstanceChargeType").value
        return charged.lower() == PAY_BY_SPEC.lower()
    return True


def _differ(name: str, suffix: str, asked: Fact[str], there: Fact[str]) -> bool:
    """Whether two values differ; invalid values are reported by other rules."""
    if asked.written and not catalogue().by_suffix(suffix).is_valid(asked.value):
        return False
    if name in NO_CASE:
        return asked.value.lower() != there.value.lower()
    return asked.value != there.value


def _tags(balancer: ClassicLoadBalancer, clb: Clb) -> Iterator[Drift]:
    asked, annotation = balancer.wishes.get("Tags"), balancer.annotations.get("additional-resource-tags")
    if asked is None or not asked.known or not isinstance(asked.value, dict) or clb.tags is None or balancer.is_reused:
        return  # another rule judges the tags of a reused CLB: it loses all others
    for key, value in asked.value.items():
        there = clb.tags.get(key)
        if there is None or there.value != value:
            value_there = there if there is not None else defaulted(clb.id, "")
            yield Drift(f"tag {key}", "additional-resource-tags", derived(annotation, value), value_there)


def _settings(listener: ClassicListener, found: ClbListener) -> Iterator[Drift]:
    if not listener.forward_to.is_empty:
        return
    for name, asked in listener.settings.items():
        if name in _NO_SETTINGS or not asked.readable:
            continue
        there = found.setting(name)
        if there.given and _items(asked.value) != _items(there.value):
            yield Drift(name, _SUFFIXES.get(name, name), asked, there, listener=listener)


def _items(text: str) -> set[str]:
    return set(text.split(","))
