"""`FATES`: what becomes of each annotation of a CLB when its Service becomes an NLB, with the reason.

The one table for `plan --as nlb`, the rules about moves and `clb-annotation-on-nlb`. It says what is true of the
annotation whatever its value; `clblint.migration.conversions` works out the values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

SAME, VALUE, KEY, NOTHING = "same", "other-value", "other-key", "nothing"


class Fate(NamedTuple):
    """What becomes of an annotation: `same`, `other-value`, `other-key` (that of `to`) or `nothing`.

    `why` says how an NLB differs, `instead` what to do about the line on an NLB, if more than to remove it.
    """

    kind: str
    why: str = ""
    instead: str = ""
    to: str = ""


_ZONES = (
    N_("an NLB stands in two zones or more, and zone-maps names a vSwitch for each"),
    N_("name a vSwitch for each of two zones in zone-maps"),
)
_BY_USE = (
    N_("an NLB has no size and is billed by usage"),
    N_("remove the line: an NLB has no size and is billed by usage"),
)
_GROUPS = (
    N_("an NLB has no access control lists: security groups and spec.loadBalancerSourceRanges filter its clients"),
    N_(
        "use security-group-ids with a group that denies what is not allowed, or spec.loadBalancerSourceRanges "
        "(CCM v2.14.0)"
    ),
)
_NO_COOKIES = (
    N_("an NLB reads no cookies; scheduler: sch keeps a client with one back end"),
    N_("remove the line: an NLB reads no cookies; scheduler: sch keeps a client with one back end"),
)
_ADDRESSES = (
    N_("an NLB writes no headers; back ends see clients by preserve-client-ip, behind tcpssl by proxy-protocol"),
    N_("remove the line: back ends see clients by preserve-client-ip, those of tcpssl listeners by proxy-protocol"),
)
_REQUESTS = (
    N_("an NLB does not handle HTTP requests; use an Ingress behind it"),
    N_("remove the line: an NLB does not handle HTTP requests; use an Ingress behind it"),
)
_PROTECTED = N_("an NLB is protected when it is made (CCM v2.9.1); the console and the API change that")
_TAKES_AWAY = N_("it only takes a Service away from the CLB controller")
_THRESHOLD = N_("an NLB takes 2 to 10")

FATES: Mapping[str, Fate] = {
    "id": Fate(VALUE, N_("an NLB has an id of its own, nlb-...")),
    "protocol-port": Fate(VALUE, N_("an NLB has tcp, udp and tcpssl listeners, and reads no HTTP")),
    "ip-version": Fate(VALUE, N_("an NLB with IPv6 has IPv4, too: DualStack")),
    "address-type": Fate(VALUE, N_("an NLB with EIPs has the address type Internet")),
    "cert-id": Fate(VALUE, N_("an NLB takes certificates of the Certificate Management Service, by its ids")),
    "vgroup-port": Fate(VALUE, N_("server groups of a CLB are none of an NLB, which has its own, sgp-...")),
    "idle-timeout": Fate(
        NOTHING, N_("on a CLB it ends idle HTTP connections, on an NLB those of TCP: what fits one cuts the other")
    ),
    "established-timeout": Fate(
        KEY,
        N_("what ends idle TCP connections of an NLB is idle-timeout"),
        N_("use idle-timeout, of 10 to 900 seconds"),
        to="idle-timeout",
    ),
    "persistence-timeout": Fate(
        KEY,
        N_("an NLB keeps a client with one back end by its address, for no set time"),
        N_("use scheduler: sch, which keeps a client with one back end"),
        to="scheduler",
    ),
    "health-check-switch": Fate(
        KEY, N_("an NLB has one flag for the checks of all listeners"), N_("use health-check-flag"), "health-check-flag"
    ),
    "health-check-timeout": Fate(
        KEY,
        N_("an NLB has one timeout for checks of any kind"),
        N_('use health-check-connect-timeout beside health-check-flag: "on"'),
        to="health-check-connect-timeout",
    ),
    "health-check-domain": Fate(VALUE, N_("for an NLB the address of the back end is $SERVER_IP")),
    "healthy-threshold": Fate(VALUE, _THRESHOLD),
    "unhealthy-threshold": Fate(VALUE, _THRESHOLD),
    "domain-extensions": Fate(
        KEY,
        N_("an NLB has further certificates without domains, and picks by the name that is asked for"),
        N_("use additional-cert-ids (CCM v2.13.0), of which the NLB picks by the name that is asked for"),
        to="additional-cert-ids",
    ),
    "vswitch-id": Fate(KEY, *_ZONES, to="zone-maps"),
    "master-zoneid": Fate(KEY, *_ZONES, to="zone-maps"),
    "slave-zoneid": Fate(KEY, *_ZONES, to="zone-maps"),
    "ip": Fate(
        NOTHING,
        N_("an NLB has an address in each zone, which zone-maps may name; this one is the CLB's until that is deleted"),
        N_("write the address into zone-maps: zone:vSwitch:address"),
    ),
    "external-ip-type": Fate(
        KEY,
        N_("an NLB has an EIP in each zone, which zone-maps names"),
        N_("write an EIP for each zone into zone-maps: zone:vSwitch::eip-..."),
        to="zone-maps",
    ),
    "hostname": Fate(
        NOTHING,
        N_("the status has the DNS name of the NLB: point a CNAME record of your own at it"),
        N_("remove the line, and point a CNAME record of your own at the DNS name of the NLB"),
    ),
    "network-type": Fate(
        NOTHING, N_("an NLB always stands in a VPC"), N_("remove the line: an NLB always stands in a VPC")
    ),
    "spec": Fate(NOTHING, *_BY_USE),
    "charge-type": Fate(NOTHING, *_BY_USE),
    "instance-charge-type": Fate(NOTHING, *_BY_USE),
    "bandwidth": Fate(
        NOTHING,
        N_("what limits the Internet bandwidth of an NLB is bandwidth-package-id"),
        N_("remove the line; what limits the Internet bandwidth of an NLB is bandwidth-package-id"),
    ),
    "acl-id": Fate(KEY, *_GROUPS, to="security-group-ids"),
    "acl-status": Fate(NOTHING, *_GROUPS),
    "acl-type": Fate(NOTHING, *_GROUPS),
    "http2-enabled": Fate(
        NOTHING,
        N_("an NLB offers HTTP/2 by alpn, for tcpssl listeners whose back ends speak it themselves"),
        N_('use alpn: "on" with alpn-policy, for tcpssl listeners'),
    ),
    "sticky-session": Fate(NOTHING, *_NO_COOKIES),
    "sticky-session-type": Fate(NOTHING, *_NO_COOKIES),
    "cookie": Fate(NOTHING, *_NO_COOKIES),
    "cookie-timeout": Fate(NOTHING, *_NO_COOKIES),
    "xforwardedfor-proto": Fate(NOTHING, *_ADDRESSES),
    "xforwardedfor-slbport": Fate(NOTHING, *_ADDRESSES),
    "xforwardedfor-clientsrcport": Fate(NOTHING, *_ADDRESSES),
    "forward-port": Fate(NOTHING, *_REQUESTS),
    "request-timeout": Fate(NOTHING, *_REQUESTS),
    "delete-protection": Fate(NOTHING, _PROTECTED),
    "modification-protection": Fate(NOTHING, _PROTECTED),
    "class": Fate(NOTHING, _TAKES_AWAY),
    "tunnel-type": Fate(NOTHING, _TAKES_AWAY),
}
_ALIKE = Fate(SAME)
_UNREAD = Fate(NOTHING, N_("an NLB has nothing like it"))


def fate_of(suffix: str) -> Fate:
    """What becomes of an annotation, by its short name; what both controllers read and no row names stays."""
    found = FATES.get(suffix)
    if found is not None:
        return found
    return _ALIKE if "nlb" in catalogue().by_suffix(suffix).controllers else _UNREAD
