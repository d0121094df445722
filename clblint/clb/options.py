"""The table of annotations that set listener parameters: API parameter, type and protocols of each.

PL:setGenericListenerValue, PL:setTCPListenerValue and the others; a parameter that a protocol lacks is silently
dropped.
"""

from __future__ import annotations

from clblint.balancer.facts import defaulted
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.annotations import Annotations
    from clblint.kube.fact import Fact

TEXT, NUMBER, SWITCH = "text", "number", "switch"
PROTOCOLS = ("http", "tcp", "https", "udp")
_ALL = frozenset(PROTOCOLS)
_TCP, _HTTPS = frozenset({"tcp"}), frozenset({"https"})
_L4, _L7 = frozenset({"tcp", "udp"}), frozenset({"http", "https"})
_WITH_HTTP_CHECK = frozenset({"tcp", "http", "https"})


class Option(NamedTuple):
    """One annotation of listeners.

    A number of 0 counts as unset unless `zero`; `words` is the CCM's name for it in the error about a non-integer. The
    CCM sends a switch as `true` if it is exactly `on`, else as `false`.
    """

    suffix: str
    parameter: str
    kind: str
    protocols: frozenset[str]
    words: str = ""
    zero: bool = False

    def parameter_of(self, protocol: str) -> str:
        """The name in the create call; the SDK spells one of them in two ways."""
        if self.suffix == "health-check-interval" and protocol in _L4:
            return "healthCheckInterval"
        return self.parameter


# In the order in which the CCM reads them (LS:buildListenerFromServicePort): the first wrong number is what it reports.
OPTIONS = (
    Option("scheduler", "Scheduler", TEXT, _ALL),
    Option("persistence-timeout", "PersistenceTimeout", NUMBER, _TCP, "persistence timeout", zero=True),
    Option("established-timeout", "EstablishedTimeout", NUMBER, _TCP, "EstablishedTimeout"),
    Option("cert-id", "ServerCertificateId", TEXT, _HTTPS),
    Option("tls-cipher-policy", "TLSCipherPolicy", TEXT, _HTTPS),
    Option("http2-enabled", "EnableHttp2", TEXT, _HTTPS),
    Option("proxy-protocol", "ProxyProtocolV2Enabled", SWITCH, _L4),
    Option("idle-timeout", "IdleTimeout", NUMBER, _L7, "IdleTimeout"),
    Option("request-timeout", "RequestTimeout", NUMBER, _L7, "RequestTimeout"),
    Option("acl-status", "AclStatus", TEXT, _ALL),
    Option("acl-type", "AclType", TEXT, _ALL),
    Option("acl-id", "AclId", TEXT, _ALL),
    Option("connection-drain", "ConnectionDrain", TEXT, _L4),
    Option("connection-drain-timeout", "ConnectionDrainTimeout", NUMBER, _L4, "ConnectionDrainTimeout"),
    Option("cookie", "Cookie", TEXT, _L7),
    Option("cookie-timeout", "CookieTimeout", NUMBER, _L7, "CookieTimeout"),
    Option("sticky-session", "StickySession", TEXT, _L7),
    Option("sticky-session-type", "StickySessionType", TEXT, _L7),
    Option("xforwardedfor-proto", "XForwardedFor_proto", TEXT, _L7),
    Option("xforwardedfor-slbport", "XForwardedFor_SLBPORT", TEXT, _L7),
    Option("xforwardedfor-clientsrcport", "XForwardedFor_ClientSrcPort", TEXT, _L7),
    Option("healthy-threshold", "HealthyThreshold", NUMBER, _ALL, "HealthyThreshold"),
    Option("unhealthy-threshold", "UnhealthyThreshold", NUMBER, _ALL, "UnhealthyThreshold"),
    Option("health-check-connect-timeout", "HealthCheckConnectTimeout", NUMBER, _L4, "HealthCheckConnectTimeout"),
    Option("health-check-connect-port", "HealthCheckConnectPort", NUMBER, _ALL, "HealthCheckConnectPort"),
    Option("health-check-interval", "HealthCheckInterval", NUMBER, _ALL, "HealthCheckInterval"),
    Option("health-check-domain", "HealthCheckDomain", TEXT, _WITH_HTTP_CHECK),
    Option("health-check-uri", "HealthCheckURI", TEXT, _WITH_HTTP_CHECK),
    Option("health-check-httpcode", "HealthCheckHttpCode", TEXT, _WITH_HTTP_CHECK),
    Option("health-check-type", "HealthCheckType", TEXT, _TCP),
    Option("health-check-flag", "HealthCheck", TEXT, _L7),
    Option("health-check-timeout", "HealthCheckTimeout", NUMBER, _L7, "HealthCheckTimeout"),
    Option("health-check-method", "HealthCheckMethod", TEXT, _L7),
    Option("health-check-switch", "HealthCheckSwitch", TEXT, _L4),
)
BY_SUFFIX = {option.suffix: option for option in OPTIONS}

WITHOUT_SCHEDULER = {"sch": _L7, "tch": _L7, "qch": _TCP | _L7}
"""The protocols whose listeners the API refuses with a scheduler."""

# The defaults of absent options of a new listener (LS:setDefaultValueForListener).
_DEFAULTS = {"scheduler": ("rr", _ALL), "health-check-flag": ("off", _L7), "sticky-session": ("off", _L7)}


def default_of(suffix: str, protocol: str) -> str:
    """The default that the CCM sends for an option of a listener; empty if it sends none."""
    default, protocols = _DEFAULTS.get(suffix, ("", _ALL))
    return default if protocol in protocols else ""


# What is looked at for each protocol, with its default.
OF_PROTOCOL = {
    protocol: tuple((option, default_of(option.suffix, protocol)) for option in OPTIONS if protocol in option.protocols)
    for protocol in _ALL
}


def option_of(annotations: Annotations, suffix: str, protocol: str) -> Fact[str]:
    """The effective value of an annotation for a protocol: as written, else the default as sent, else empty."""
    fact = annotations.get(suffix)
    default = default_of(suffix, protocol) if fact.is_empty else ""
    return defaulted(fact, default) if default else fact
