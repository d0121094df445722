"""What an NLB has in place of what only CLBs read: a remedy for each short name that has one."""

from __future__ import annotations

from clblint.api import N_

_ZONES = N_("name a vSwitch for each of two zones in zone-maps")
_BY_USE = N_("remove the line: an NLB has no size and is billed by what it does")
_GROUPS = N_(
    "use security-group-ids with a group that denies what is not allowed, or spec.loadBalancerSourceRanges "
    "(CCM v2.14.0)"
)
_NO_COOKIES = N_("remove the line: an NLB reads no cookies; scheduler: sch keeps a client with one back end")
_ADDRESSES = N_(
    "remove the line: back ends see clients by preserve-client-ip, those of tcpssl listeners by proxy-protocol"
)
_INGRESS = N_("remove the line: an NLB knows no requests; an Ingress behind it does")
INSTEAD = {
    "vswitch-id": _ZONES,
    "master-zoneid": _ZONES,
    "slave-zoneid": _ZONES,
    "ip": N_("write the address into zone-maps: zone:vSwitch:address"),
    "external-ip-type": N_("write an EIP for each zone into zone-maps: zone:vSwitch::eip-..."),
    "network-type": N_("remove the line: an NLB always stands in a VPC"),
    "spec": _BY_USE,
    "charge-type": _BY_USE,
    "instance-charge-type": _BY_USE,
    "bandwidth": N_("remove the line; what limits the Internet bandwidth of an NLB is bandwidth-package-id"),
    "acl-id": _GROUPS,
    "acl-status": _GROUPS,
    "acl-type": _GROUPS,
    "domain-extensions": N_(
        "use additional-cert-ids (CCM v2.13.0), of which the NLB picks by the name that is asked for"
    ),
    "persistence-timeout": N_("use scheduler: sch, which keeps a client with one back end"),
    "established-timeout": N_("use idle-timeout, of 10 to 900 seconds"),
    "http2-enabled": N_('use alpn: "on" with alpn-policy, for tcpssl listeners'),
    "health-check-switch": N_("use health-check-flag"),
    "health-check-timeout": N_('use health-check-connect-timeout beside health-check-flag: "on"'),
    "sticky-session": _NO_COOKIES,
    "sticky-session-type": _NO_COOKIES,
    "cookie": _NO_COOKIES,
    "cookie-timeout": _NO_COOKIES,
    "xforwardedfor-proto": _ADDRESSES,
    "xforwardedfor-slbport": _ADDRESSES,
    "xforwardedfor-clientsrcport": _ADDRESSES,
    "forward-port": _INGRESS,
    "request-timeout": _INGRESS,
    "hostname": N_("remove the line, and point a CNAME record of your own at the DNS name of the NLB"),
}
