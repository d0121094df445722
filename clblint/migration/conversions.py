"""Converts the values of CLB annotations to those of an NLB, with placeholders for what the user has to fill in."""

from __future__ import annotations

import re

from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.unrendered import is_unrendered
from clblint.kube.versions import known_older
from clblint.migration.table import KEY, NOTHING, SAME, VALUE, Conversion, fate_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.fact import Fact

    Values = dict[str, str]  # annotations of the NLB by their short names
    Convert = Callable[[ClassicLoadBalancer, str], Values]

PROTOCOLS = {"http": "tcp", "https": "tcpssl"}
_OF_CLB = re.compile(r"[0-9]+_[0-9a-f]+(_-?[0-9]+)*")  # a certificate that was uploaded to CLB
_OF_TCP = frozenset({"persistence-timeout", "established-timeout"})
_SWITCHES = frozenset({"on", "off"})
_LEAST_THRESHOLD = 2
_RANGES_SINCE = "v2.14.0"
_REFUSED = N_("an NLB does not take this value")
_SCHEDULED = N_("an NLB keeps a client with one back end by scheduler: sch, and here scheduler says something else")
_KEPT = N_("scheduler: sch, which is kept, keeps a client with one back end")
_OFF = N_("0 switches it off, and an NLB has it off by default")
_IDLE = N_("no listener here is of TCP, so it has no effect on the CLB either")


def converted(balancer: ClassicLoadBalancer, suffix: str, text: str) -> tuple[Conversion, Values]:
    """The conversion of an annotation with this value, and the annotations that replace it."""
    conversion = fate_of(suffix)
    if conversion.kind == NOTHING or conversion.to == "zone-maps":  # NlbService makes one of several
        return conversion, {}
    values = _CONVERT[suffix](balancer, text) if suffix in _CONVERT else {suffix: text}
    if not values:
        return Conversion(NOTHING, _excuse(balancer, suffix, text) if suffix in _OF_TCP else conversion.why), {}
    if values == {suffix: text}:
        return _unchanged(suffix, text), values if _is_taken(suffix, text) else {}
    return conversion._replace(kind=VALUE if suffix in values else KEY), values


def _excuse(balancer: ClassicLoadBalancer, suffix: str, text: str) -> str:
    """Why nothing takes the place of a timeout of TCP connections."""
    if suffix != "persistence-timeout" or not has_tcp(balancer):
        return _IDLE
    if not text.strip("0"):
        return _OFF
    return _KEPT if balancer.annotations.get("scheduler").is_("sch") else _SCHEDULED


def _unchanged(suffix: str, text: str) -> Conversion:
    if not _is_taken(suffix, text):
        return Conversion(NOTHING, _REFUSED)
    conversion = fate_of(suffix)
    return conversion if conversion.kind == SAME else Conversion(SAME)


def known_annotations(balancer: ClassicLoadBalancer) -> list[tuple[str, Fact[str]]]:
    """The annotations of a CLB that the catalogue has, in their order, by their short names."""
    annotations = balancer.annotations
    return [(suffix, fact) for suffix, fact in annotations.carried if catalogue().find(annotations.key_of(suffix))]


def _is_taken(suffix: str, text: str) -> bool:
    """Whether an NLB accepts the value; true for a placeholder, which the user fills in."""
    return "$" in text or catalogue().by_suffix(suffix).is_valid(text, "nlb") or is_unrendered(text)


def _protocols(balancer: ClassicLoadBalancer, text: str) -> Values:
    """`https:443,http:80` as `tcpssl:443,tcp:80`, without items that repeat the default of a port in TCP and UDP."""
    numbers = [str(port.port.value) for port in balancer.service.ports]
    items = filter(None, (item.strip() for item in text.split(",")))
    kept = [_item(item) for item in items if not _repeats(item, numbers)]
    return {"protocol-port": ",".join(kept)} if kept else {}


def _item(item: str) -> str:
    protocol, colon, rest = item.partition(":")
    return f"{PROTOCOLS.get(protocol, protocol)}{colon}{rest}"


def _repeats(item: str, numbers: list[str]) -> bool:
    protocol, _, port = item.partition(":")
    return protocol in {"tcp", "udp"} and numbers.count(port) > 1


def _certificate(_: ClassicLoadBalancer, text: str) -> Values:
    return {"cert-id": certificate(text)}


def certificate(text: str) -> str:
    """The id of a certificate, or a placeholder for one that only CLB knows."""
    return f"<certificate in place of {text}>" if _OF_CLB.fullmatch(text) else text


def _extensions(_: ClassicLoadBalancer, text: str) -> Values:
    items = [item.partition(":") for item in text.split(",") if item.strip()]
    return {"additional-cert-ids": ",".join(certificate(id_.strip()) for _, _, id_ in items if id_.strip())}


def _groups(balancer: ClassicLoadBalancer, text: str) -> Values:
    """`rsp-1:80` as a placeholder for each port: an NLB has groups of its own; of a CLB that is not reused, nothing."""
    named = [item.partition(":")[2].strip() for item in text.split(",")]
    ports = [port for port in named if port.isdigit()] or [str(port.port.value) for port in balancer.service.ports]
    groups = ",".join(f"<server group of port {port}>:{port}" for port in dict.fromkeys(ports))
    return {"vgroup-port": groups} if balancer.is_reused else {}


def _ip_version(_: ClassicLoadBalancer, text: str) -> Values:
    return {"ip-version": "DualStack" if text.lower() == "ipv6" else text}


def _address_type(balancer: ClassicLoadBalancer, text: str) -> Values:
    """The address type: a CLB that clients reach by an EIP is intranet, an NLB with EIPs is Internet."""
    return {"address-type": "internet" if uses_eip(balancer) else text}


def uses_eip(balancer: ClassicLoadBalancer) -> bool:
    """Whether clients reach an intranet CLB by an EIP."""
    annotations = balancer.annotations
    return annotations.get("external-ip-type").is_("eip") and annotations.get("address-type").is_("intranet")


def _persistence(balancer: ClassicLoadBalancer, text: str) -> Values:
    keeps = text.strip("0") and has_tcp(balancer) and balancer.annotations.get("scheduler").is_empty
    return {"scheduler": "sch"} if keeps else {}


def _established(balancer: ClassicLoadBalancer, text: str) -> Values:
    return {"idle-timeout": text} if has_tcp(balancer) else {}


def has_tcp(balancer: ClassicLoadBalancer) -> bool:
    """Whether there is a TCP listener: only those have connection timeouts."""
    return any(one.protocol.is_("tcp") for one in balancer.listeners)


def _switch(_: ClassicLoadBalancer, text: str) -> Values:
    return {"health-check-flag": text} if text in _SWITCHES or "$" in text else {}


def _timeout(balancer: ClassicLoadBalancer, text: str) -> Values:
    own = balancer.annotations.get("health-check-connect-timeout")
    return {"health-check-connect-timeout": text} if own.is_empty else {}


def _domain(_: ClassicLoadBalancer, text: str) -> Values:
    return {"health-check-domain": "$SERVER_IP" if text == "$_ip" else text}


def _threshold(suffix: str) -> Convert:
    def convert(_: ClassicLoadBalancer, text: str) -> Values:
        return {suffix: str(_LEAST_THRESHOLD) if text == "1" else text}

    return convert


def _id(_: ClassicLoadBalancer, text: str) -> Values:
    return {"id": text if text.startswith("nlb-") else "<id of an NLB of yours>"}


def _acl(balancer: ClassicLoadBalancer, text: str) -> Values:
    if not is_filtered(balancer) or open_ranges(balancer):
        return {}
    allows = balancer.annotations.get("acl-type").value != "black"
    does = "lets in only what" if allows else "denies what"
    return {"security-group-ids": f"<security group that {does} {text} lists>"}


def is_filtered(balancer: ClassicLoadBalancer) -> bool:
    """Whether an access control list is in force."""
    annotations = balancer.annotations
    return annotations.get("acl-status").is_("on") and annotations.get("acl-id").is_set


def is_on(switch: Fact[str]) -> bool:
    """Whether an NLB certainly reads a switch as on, in any letter case."""
    return switch.known and switch.value.lower() == "on"


def open_ranges(balancer: ClassicLoadBalancer) -> tuple[str, ...]:
    """The ranges in the white lists of a CLB, as far as the inventory has them, for `loadBalancerSourceRanges`.

    None of a reused load balancer, which the CCM gives no security group, and none with an IPv6 range, of which it
    makes no rule.
    """
    from clblint.clb.existing.named import enforced_acls  # noqa: PLC0415 - asks the inventory

    is_old = known_older(balancer.cluster.declared.ccm_version, _RANGES_SINCE)
    if balancer.is_reused or is_old or not balancer.annotations.get("acl-type").is_("white"):
        return ()
    lists = [item.acl.ranges if item.acl is not None else [] for item in enforced_acls(balancer)]
    ranges = tuple(entry for found in lists for entry in found)
    return ranges if all(lists) and not any(":" in entry for entry in ranges) else ()


_CONVERT: dict[str, Convert] = {
    "id": _id,
    "protocol-port": _protocols,
    "ip-version": _ip_version,
    "cert-id": _certificate,
    "vgroup-port": _groups,
    "address-type": _address_type,
    "established-timeout": _established,
    "persistence-timeout": _persistence,
    "health-check-switch": _switch,
    "health-check-timeout": _timeout,
    "health-check-domain": _domain,
    "healthy-threshold": _threshold("healthy-threshold"),
    "unhealthy-threshold": _threshold("unhealthy-threshold"),
    "domain-extensions": _extensions,
    "acl-id": _acl,
}
