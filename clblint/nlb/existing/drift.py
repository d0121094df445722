"""Compares an existing NLB, its listeners and groups with the annotations.

The sources are NB:Update, NL:UpdateNLBListener and NG:UpdateServerGroup.

Only what an annotation asks for is compared, in any letter case. A difference in an immutable attribute is an error at
every sync; any other is reset at the next full sync.
"""

from __future__ import annotations

from itertools import chain

from clblint.balancer.drift import Drift, DriftedSetting, Mismatch, by_annotation
from clblint.balancer.existing import is_of, unless_refused
from clblint.balancer.facts import defaulted, derived
from clblint.kube.catalogue.catalogue import catalogue
from clblint.nlb.options import BY_SUFFIX
from clblint.nlb.values.same_set import is_same_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.inventory.network import Nlb, NlbGroup, NlbListener
    from clblint.kube.fact import Fact
    from clblint.nlb.listeners import NetworkListener
    from clblint.nlb.model import NetworkLoadBalancer

# By API parameter: the compared attributes that are immutable, with their annotations ...
_FIXED = {"AddressIpVersion": "ip-version", "ResourceGroupId": "resource-group-id"}
# ... and those that the CCM sets.
_SETTABLE = {
    "AddressType": "address-type",
    "Ipv6AddressType": "ipv6-address-type",
    "LoadBalancerName": "name",
    "BandwidthPackageId": "bandwidth-package-id",
    "CrossZoneEnabled": "cross-zone-enabled",
}
PARAMETER_OF = {suffix: name for name, suffix in _SETTABLE.items()}
NO_CASE = frozenset({"AddressIpVersion", "ResourceGroupId", "AddressType", "Ipv6AddressType", "CrossZoneEnabled"})
_SUFFIXES = {option.parameter: option.suffix for option in BY_SUFFIX.values()}
# The settings that the API keeps for TLS listeners only.
_TLS_ONLY = frozenset({
    "CertificateIds", "CaCertificateIds", "CaEnabled", "SecurityPolicyId", "AlpnEnabled", "AlpnPolicy",
})  # fmt: skip


def drifted_settings(balancer: NetworkLoadBalancer) -> tuple[DriftedSetting, ...]:
    """The differences on the NLB of a Service by annotation; none if the CCM refuses to reuse it."""
    nlb = unless_refused(balancer, balancer.current)
    if nlb is None:
        return ()
    return by_annotation(nlb, chain(_attributes(balancer, nlb), _tags(balancer, nlb), _listeners(balancer, nlb)))


def mismatches_of(balancer: NetworkLoadBalancer) -> tuple[Mismatch, ...]:
    """The immutable differences on the NLB of a Service; none if the CCM refuses to reuse it."""
    nlb = unless_refused(balancer, balancer.current)
    if nlb is None:
        return ()
    return tuple(
        Mismatch(balancer, Drift(name, suffix, balancer.annotations.get(suffix), nlb.get(name), name))
        for name, suffix in _FIXED.items()
        if _differs(balancer, name, suffix, nlb.get(name))
    )


def is_as_asked(balancer: NetworkLoadBalancer, suffix: str) -> bool:
    """Whether the inventory shows that a reused NLB has what an annotation asks for: then the CCM makes no call."""
    nlb, annotation = balancer.existing, balancer.annotations.get(suffix)
    if nlb is None or not annotation.known:
        return False
    if suffix == "security-group-ids":
        groups, wanted = nlb.security_groups, [item.text for item in balancer.security_group_ids]
        return groups is not None and is_same_set(wanted, [one.value for one in groups])
    name = PARAMETER_OF[suffix]
    asked, there = str(balancer.wishes[name].value) if name in balancer.wishes else "", nlb.get(name).value
    return bool(asked) and (asked.lower() == there.lower() if name in NO_CASE else asked == there)


def _attributes(balancer: NetworkLoadBalancer, nlb: Nlb) -> Iterator[Drift]:
    for name, suffix in _SETTABLE.items():
        asked = balancer.wishes.get(name)
        if asked is not None and _differs(balancer, name, suffix, nlb.get(name)):
            yield Drift(name, suffix, derived(asked, str(asked.value)), nlb.get(name))


def _differs(balancer: NetworkLoadBalancer, name: str, suffix: str, there: Fact[str]) -> bool:
    """Whether an attribute certainly differs from its annotation; other rules report invalid values."""
    asked, written = balancer.wishes.get(name), balancer.annotations.get(suffix)
    if asked is None or not asked.given or not isinstance(asked.value, str) or not there.value:
        return False
    if not catalogue().by_suffix(suffix).is_valid(written.value, "nlb"):
        return False
    return asked.value.lower() != there.value.lower() if name in NO_CASE else asked.value != there.value


def _tags(balancer: NetworkLoadBalancer, nlb: Nlb) -> Iterator[Drift]:
    asked, annotation = balancer.wishes.get("Tags"), balancer.annotations.get("additional-resource-tags")
    if asked is None or not asked.known or not isinstance(asked.value, dict) or nlb.tags is None or balancer.is_reused:
        return  # another rule judges the tags of a reused NLB: it loses all others
    for key, value in asked.value.items():
        there = nlb.tags.get(key, defaulted(nlb.id, ""))
        if not there.present or there.value != value:
            yield Drift(f"tag {key}", "additional-resource-tags", derived(annotation, value), there)


def _listeners(balancer: NetworkLoadBalancer, nlb: Nlb) -> Iterator[Drift]:
    for listener in balancer.listeners if balancer.manages_listeners else ():
        for found in nlb.listeners:
            if listener.protocol.is_(found.protocol.value) and listener.shown_ports == found.ports:
                yield from _settings(listener, listener.settings, found)
                group = nlb.group_of(found)
                if group is not None and is_of(balancer.service, group.key):
                    yield from _settings(listener, listener.server_group.settings, group)


def _settings(
    listener: NetworkListener, settings: dict[str, Fact[str]], found: NlbListener | NlbGroup
) -> Iterator[Drift]:
    for name, asked in settings.items():
        there = found.setting(name)
        if name not in _SUFFIXES or not asked.given or not there.given:
            continue
        if name in _TLS_ONLY and not listener.is_tcpssl:
            continue
        if _items(asked.value) != _items(there.value):
            yield Drift(name, _SUFFIXES[name], asked, there, listener=listener)


def _items(text: str) -> set[str]:
    return set(text.lower().split(","))
