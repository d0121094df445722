"""What the text of a failure claims of its Service, and whether the Service as it is now bears that out.

The CCM writes an event about the object of that moment. Where a claim does not hold any more, the object was changed
since, so that the failure is history. The claims are the conditions before each error in the controller's source.
"""

from __future__ import annotations

import re

from clblint.diagnose.hash_label import ABSENT, is_hidden
from clblint.diagnose.nodes import is_virtual
from clblint.diagnose.service import ECS, ENI
from clblint.fast import NamedTuple
from clblint.i18n.text import N_, Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.diagnose.service import LiveService
    from clblint.search.event_texts import EventText

# The value of an annotation, where a message quotes it; other brackets hold what is allowed, or the labels of a node.
_QUOTED = re.compile(r"(?:\bgot=?|\bwith?) ?\[+([^\[\]]{1,400})\]+")
_NOT_REUSED = re.compile(r"the loadbalancer (\S{1,100}) can not be reused")
_CERTIFICATE = re.compile(r"can (?:not found cert by id|not update cert) (\S{1,200})")
_OLD_TEXT = "not able to find loadbalancer named"
_PUBLIC = frozenset({"", "internet"})
_SCTP = "SCTP"
# The annotation without which an attribute is not compared, by the words of the text; an IP version has a default.
IMMUTABLE = {
    "addresstype": "address-type",
    "addressipversion": "ip-version",
    "master zone": "master-zoneid",
    "slave zone": "slave-zoneid",
    "network type": "network-type",
    "resourcegroupid": "resource-group-id",
    "loadbalancer address": "ip",
}
# The annotation whose value the cloud refuses; other texts can be about values that the CCM fills in.
_REFUSED = {
    "AclNotExist": "acl-id",
    "InvalidTLSPolicyId": "tls-cipher-policy",
    "ListenerForwardNotSupport": "forward-port",
}


class Claim(NamedTuple):
    """A condition that a Service meets if a failure is about its present revision.

    Attributes:
        holds: whether it does, by the Service and the text of the failure; None if the snapshot does not show it.
        otherwise: why the failure is history if it does not.
    """

    holds: Callable[[LiveService, str], bool | None]
    otherwise: str


def disproof(service: LiveService, row: EventText, message: str) -> Text | None:
    """Why a failure is history, because the Service is not as its text says; None if it may be so."""
    for claim in _CLAIMS.get(row.cause, ()):
        if _verdict(service, claim, message) is False:
            return Text(claim.otherwise, {})
    return None


def is_borne_out(service: LiveService, row: EventText, message: str) -> bool:
    """Whether the Service shows all that the text of a failure claims of it."""
    return all(_verdict(service, claim, message) for claim in _CLAIMS.get(row.cause, ()))


def _verdict(service: LiveService, claim: Claim, message: str) -> bool | None:
    """Whether a claim holds; what was hidden or shortened before it was handed on disproves nothing."""
    if service.only_reported:
        return None
    found = claim.holds(service, message)
    is_cut = service.is_described or any(map(is_hidden, service.own_annotations.values()))
    return None if found is False and is_cut else found


def quoted_values(message: str) -> list[str]:
    """The values that a message quotes from an annotation."""
    return [one.strip() for one in _QUOTED.findall(message) if one.strip()]


def _has_quoted_value(service: LiveService, message: str) -> bool:
    quoted = quoted_values(message)
    values = [*service.own_annotations.values(), *service.own_annotations]
    return not quoted or any(text in value for text in quoted for value in values)


def _asks_for_public_address(service: LiveService, _message: str) -> bool:
    return service.get("address-type") in _PUBLIC


def _lacks_zones(service: LiveService, _message: str) -> bool:
    return service.is_nlb and not service.get("zone-maps") and not service.wanted_id


def _names_that_balancer(service: LiveService, message: str) -> bool:
    named = _NOT_REUSED.search(message)
    return bool(service.wanted_id) and (named is None or named[1].rstrip(",") == service.wanted_id)


def _names_another_balancer(service: LiveService, _message: str) -> bool:
    return service.wanted_id != service.label_id


def _is_looked_up(service: LiveService, message: str) -> bool | None:
    """Whether it is found by tag or name; an old CCM wrote its text of one that was named, too."""
    if not service.wanted_id:
        return True
    return None if _OLD_TEXT in message.lower() else False


def _has_address(service: LiveService, _message: str) -> bool:
    return bool(service.address)


def _is_taken_for_synced(service: LiveService, _message: str) -> bool:
    return bool(service.address) or service.hash != ABSENT


def _asks_for_immutable(service: LiveService, message: str) -> bool:
    suffix = immutable_annotation(message)
    return suffix in {"", "ip-version"} or bool(service.get(suffix))


def immutable_annotation(message: str) -> str:
    """The annotation of the attribute that a text says cannot be changed; empty if it names none."""
    return next((suffix for words, suffix in IMMUTABLE.items() if words in message.lower()), "")


def _sends_to_pods(service: LiveService, _message: str) -> bool | None:
    """Whether ENIs are back ends; those of pods on virtual nodes are, whatever the type is."""
    if service.back_end_type != ECS:
        return True if service.back_end_type == ENI else None
    return None if not service.cluster.nodes_known or any(map(is_virtual, service.cluster.nodes)) else False


def _asks_for_shared(service: LiveService, _message: str) -> bool:
    by_usage = service.get("instance-charge-type").lower() == "paybyclcu"
    return not (service.wanted_id or service.get("spec") or by_usage)


def _asks_for_spec(service: LiveService, _message: str) -> bool:
    return bool(service.get("spec") or service.get("instance-charge-type"))


def _needs_vswitch(service: LiveService, _message: str) -> bool:
    """Whether a vSwitch is sent: for a private address, or because an annotation names one."""
    is_sent = service.get("address-type") == "intranet" or bool(service.get("vswitch-id"))
    return service.is_nlb or (is_sent and not service.wanted_id)


def _terminates_tls(service: LiveService, _message: str) -> bool:
    return ("tcpssl" if service.is_nlb else "https") in service.get("protocol-port").lower()


def _names_that_certificate(service: LiveService, message: str) -> bool:
    named = _CERTIFICATE.search(message)
    return named is None or named[1] in service.get("cert-id")


def _has_sctp_port(service: LiveService, _message: str) -> bool:
    return any(str(port.get("protocol", "")).upper() == _SCTP for port in service.ports)


def _has_unnumbered_port(service: LiveService, _message: str) -> bool | None:
    """Whether a port has no node port, or a name as its target."""
    if any(isinstance(port.get("targetPort"), str) for port in service.ports):
        return True
    if all(port.get("nodePort") for port in service.ports) or service.back_end_type == ENI:
        return False
    return True if service.back_end_type == ECS else None


def _names_group(service: LiveService, _message: str) -> bool:
    return bool(service.get("vgroup-port"))


def _has_refused_annotation(service: LiveService, message: str) -> bool:
    wanted = (suffix for words, suffix in _REFUSED.items() if words in message)
    return all(service.get(suffix) for suffix in wanted)


def _is_reused_or_preserved(service: LiveService, _message: str) -> bool:
    return bool(service.wanted_id or service.get("preserve-lb-on-delete"))


def _claims() -> Iterator[tuple[tuple[str, ...], Claim]]:
    """Yield the causes that claim something, and what."""
    yield ("annotation-invalid",), Claim(_has_quoted_value, N_("no annotation has that value now"))
    yield ("public",), Claim(_asks_for_public_address, N_("the annotation address-type asks for no public address now"))
    yield ("nlb-zone-maps-missing",), Claim(_lacks_zones, N_("no zones are missing now"))
    yield ("lookup", "by-tag", "duplicate-owner-tag"), Claim(_is_looked_up, N_("an annotation names the id now"))
    yield ("lookup",), Claim(_has_address, N_("the status has no address now"))
    yield ("by-tag",), Claim(_is_taken_for_synced, N_("the Service has neither an address nor a hash label now"))
    yield ("reuse", "rebind-refused"), Claim(_names_that_balancer, N_("no annotation names that load balancer now"))
    yield ("rebind-refused",), Claim(_names_another_balancer, N_("the annotation names the load balancer that it has"))
    yield ("immutable-changed",), Claim(_asks_for_immutable, N_("no annotation asks for that attribute now"))
    yield ("eni-on-shared-clb",), Claim(_sends_to_pods, N_("the back ends are nodes now"))
    yield ("shared-clb-discontinued",), Claim(_asks_for_shared, N_("no shared CLB is asked for now"))
    yield ("charge-type-downgrade",), Claim(_asks_for_spec, N_("no specification is asked for now"))
    yield ("vswitch-full", "vswitch-missing"), Claim(_needs_vswitch, N_("no vSwitch is needed now"))
    certificates = ("certificate-missing", "certificate-expired")
    yield certificates, Claim(_terminates_tls, N_("no listener needs a certificate now"))
    yield certificates, Claim(_names_that_certificate, N_("no annotation names that certificate now"))
    yield ("sctp-port",), Claim(_has_sctp_port, N_("no port has the protocol SCTP now"))
    yield ("port",), Claim(_has_unnumbered_port, N_("each port has a node port and the number of its target now"))
    yield ("vgroup-unusable",), Claim(_names_group, N_("no annotation names a server group now"))
    yield ("api-refuses-value",), Claim(_has_refused_annotation, N_("the annotation of that value is not there now"))
    yield ("deletion-blocked-ipv6",), Claim(_is_reused_or_preserved, N_("it is neither reused nor preserved now"))


_CLAIMS: dict[str, list[Claim]] = {}
for _causes, _claim in _claims():
    for _cause in _causes:
        _CLAIMS.setdefault(_cause, []).append(_claim)
