"""`CONVERSIONS`: the conversion of each CLB annotation when its Service becomes an NLB, with the reason.

`plan --as nlb`, the rules about moves and `clb-annotation-on-nlb` share this table. It holds for any value of an
annotation; `clblint.migration.conversions` computes the values.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SAME, VALUE, KEY, NOTHING = "same", "other-value", "other-key", "nothing"


class Conversion(NamedTuple):
    """The conversion of an annotation.

    Attributes:
        kind: `same`, `other-value`, `other-key` or `nothing`
        why: how an NLB differs; empty for what both read alike
        instead: the remedy on an NLB; empty if it is to remove the line
        to: the short name of the annotation that replaces it; empty if it keeps its key, or none does
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

CONVERSIONS: Mapping[str, Conversion] = {
    "id": Conversion(VALUE, N_("an NLB has an id of its own, nlb-...")),
    "protocol-port": Conversion(VALUE, N_("an NLB has tcp, udp and tcpssl listeners, and reads no HTTP")),
    "ip-version": Conversion(VALUE, N_("an NLB with IPv6 has IPv4, too: DualStack")),
    "address-type": Conversion(VALUE, N_("an NLB with EIPs has the address type Internet")),
    "cert-id": Conversion(VALUE, N_("an NLB takes certificates of the Certificate Management Service, by its ids")),
    "vgroup-port": Conversion(VALUE, N_("server groups of a CLB are none of an NLB, which has its own, sgp-...")),
    "idle-timeout": Conversion(
        NOTHING, N_("on a CLB it ends idle HTTP connections, on an NLB those of TCP: what fits one cuts the other")
    ),
    "established-timeout": Conversion(
        KEY,
        N_("what ends idle TCP connections of an NLB is idle-timeout"),
        N_("use idle-timeout, of 10 to 900 seconds"),
        to="idle-timeout",
    ),
    "persistence-timeout": Conversion(
        KEY,
        N_("an NLB keeps a client with one back end by its address, for no set time"),
        N_("use scheduler: sch, which keeps a client with one back end"),
        to="scheduler",
    ),
    "health-check-switch": Conversion(
        KEY, N_("an NLB has one flag for the checks of all listeners"), N_("use health-check-flag"), "health-check-flag"
    ),
    "health-check-timeout": Conversion(
        KEY,
        N_("an NLB has one timeout for checks of any kind"),
        N_('use health-check-connect-timeout beside health-check-flag: "on"'),
        to="health-check-connect-timeout",
    ),
    "health-check-domain": Conversion(VALUE, N_("for an NLB the address of the back end is $SERVER_IP")),
    "healthy-threshold": Conversion(VALUE, _THRESHOLD),
    "unhealthy-threshold": Conversion(VALUE, _THRESHOLD),
    "domain-extensions": Conversion(
        KEY,
        N_("an NLB has further certificates without domains, and picks by the name that is asked for"),
        N_("use additional-cert-ids (CCM v2.13.0), of which the NLB picks by the name that is asked for"),
        to="additional-cert-ids",
    ),
    "vswitch-id": Conversion(KEY, *_ZONES, to="zone-maps"),
    "master-zoneid": Conversion(KEY, *_ZONES, to="zone-maps"),
    "slave-zoneid": Conversion(KEY, *_ZONES, to="zone-maps"),
    "ip": Conversion(
        NOTHING,
        N_("an NLB has an address in each zone, which zone-maps may name; this one is the CLB's until that is deleted"),
        N_("write the address into zone-maps: zone:vSwitch:address"),
    ),
    "external-ip-type": Conversion(
        KEY,
        N_("an NLB has an EIP in each zone, which zone-maps names"),
        N_("write an EIP for each zone into zone-maps: zone:vSwitch::eip-..."),
        to="zone-maps",
    ),
    "hostname": Conversion(
        NOTHING,
        N_("the status has the DNS name of the NLB: point a CNAME record of your own at it"),
        N_("remove the line, and point a CNAME record of your own at the DNS name of the NLB"),
    ),
    "network-type": Conversion(
        NOTHING, N_("an NLB always stands in a VPC"), N_("remove the line: an NLB always stands in a VPC")
    ),
    "spec": Conversion(NOTHING, *_BY_USE),
    "charge-type": Conversion(NOTHING, *_BY_USE),
    "instance-charge-type": Conversion(NOTHING, *_BY_USE),
    "bandwidth": Conversion(
        NOTHING,
        N_("what limits the Internet bandwidth of an NLB is bandwidth-package-id"),
        N_("remove the line; what limits the Internet bandwidth of an NLB is bandwidth-package-id"),
    ),
    "acl-id": Conversion(KEY, *_GROUPS, to="security-group-ids"),
    "acl-status": Conversion(NOTHING, *_GROUPS),
    "acl-type": Conversion(NOTHING, *_GROUPS),
    "http2-enabled": Conversion(
        NOTHING,
        N_("an NLB offers HTTP/2 by alpn, for tcpssl listeners whose back ends speak it themselves"),
        N_('use alpn: "on" with alpn-policy, for tcpssl listeners'),
    ),
    "sticky-session": Conversion(NOTHING, *_NO_COOKIES),
    "sticky-session-type": Conversion(NOTHING, *_NO_COOKIES),
    "cookie": Conversion(NOTHING, *_NO_COOKIES),
    "cookie-timeout": Conversion(NOTHING, *_NO_COOKIES),
    "xforwardedfor-proto": Conversion(NOTHING, *_ADDRESSES),
    "xforwardedfor-slbport": Conversion(NOTHING, *_ADDRESSES),
    "xforwardedfor-clientsrcport": Conversion(NOTHING, *_ADDRESSES),
    "forward-port": Conversion(NOTHING, *_REQUESTS),
    "request-timeout": Conversion(NOTHING, *_REQUESTS),
    "delete-protection": Conversion(NOTHING, _PROTECTED),
    "modification-protection": Conversion(NOTHING, _PROTECTED),
    "class": Conversion(NOTHING, _TAKES_AWAY),
    "tunnel-type": Conversion(NOTHING, _TAKES_AWAY),
}
_ALIKE = Conversion(SAME)
_NEW = Conversion(SAME, N_("a CLB does not read it, and an NLB does"))
_UNREAD = Conversion(NOTHING, N_("an NLB has nothing like it"))


def fate_of(suffix: str) -> Conversion:
    """The conversion of an annotation by its short name; `same` if NLBs read it and no row has it."""
    found = CONVERSIONS.get(suffix)
    if found is not None:
        return found
    controllers = catalogue().by_suffix(suffix).controllers
    return _UNREAD if "nlb" not in controllers else _ALIKE if "clb" in controllers else _NEW
