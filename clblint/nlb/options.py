"""The tables of annotations that set parameters of NLB listeners and server groups: API parameter and type of each.

Absent and empty annotations are not sent: the API has its own defaults (NPL:CreateNLBListenerAsync,
NPG:CreateNLBServerGroupAsync).
"""

from __future__ import annotations

from clblint.balancer.facts import derived, unknowable
from clblint.balancer.values.integers import NotAnIntegerError, atoi, integer_error
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.fact import Fact

TEXT, NUMBER, SWITCH, LIST = "text", "number", "switch", "list"


class NetworkOption(NamedTuple):
    """One annotation of listeners or server groups.

    `default` is the API's default, empty if that depends on the protocol; `words` is the CCM's error for a
    non-integer, with Go's `{error}`. A number of 0 counts as unset unless `zero`. A switch is on if it is `on` in any
    case, else off; the items of a list are not trimmed.
    """

    suffix: str
    parameter: str
    kind: str
    default: str = ""
    words: str = ""
    zero: bool = False

    def error(self, fact: Fact[str]) -> str:
        """The error with which the CCM gives up on a number; empty if it does not."""
        wrong = integer_error(fact.value) if self.kind == NUMBER and fact.holds else ""
        return self.words.format(error=wrong) if wrong else ""

    def sent(self, fact: Fact[str]) -> Fact[str] | None:
        """The value as sent, a list with commas; None if the annotation counts as unset."""
        if not fact.known:
            return fact
        if not fact.value:
            return None
        if self.kind == SWITCH:
            return derived(fact, "true" if is_on(fact.value) else "false")
        return self._number(fact) if self.kind == NUMBER else fact

    def _number(self, fact: Fact[str]) -> Fact[str] | None:
        try:
            number = int32(atoi(fact.value))
        except NotAnIntegerError:
            return unknowable(fact, fact.value)
        return derived(fact, str(number)) if number or self.zero else None


def is_on(text: str) -> bool:
    """Whether a flag is on: `on` in any case; everything else is off."""
    return text.lower() == "on"


def int32(number: int) -> int:
    """A number as Go converts it to 32 bits: it wraps."""
    return (number + 2**31) % 2**32 - 2**31


def wrapped(suffix: str, fact: Fact[str]) -> int | None:
    """The number sent for one of more than 32 bits, 0 if none is sent; None if it fits, or is not a number."""
    option = BY_SUFFIX.get(suffix)
    try:
        asked = atoi(fact.value) if option is not None and option.kind == NUMBER and fact.holds else 0
    except NotAnIntegerError:
        return None
    return None if int32(asked) == asked else int32(asked)


# In the order in which the CCM reads them (NL:buildListenerFromServicePort).
LISTENER_OPTIONS = (
    NetworkOption("idle-timeout", "IdleTimeout", NUMBER, "", "parse IdleTimeout error: {error}"),
    NetworkOption("tls-cipher-policy", "SecurityPolicyId", TEXT),
    NetworkOption("proxy-protocol", "ProxyProtocolEnabled", SWITCH, "false"),
    NetworkOption("cert-id", "CertificateIds", LIST),
    NetworkOption("cacert-id", "CaCertificateIds", LIST),
    NetworkOption("cacert", "CaEnabled", SWITCH, "false"),
    NetworkOption("cps", "Cps", NUMBER, "0", "parse Mss error: {error}", zero=True),
    NetworkOption("ppv2-pvl-ep-id-enabled", "ProxyProtocolV2Config.Ppv2PrivateLinkEpIdEnabled", SWITCH, "false"),
    NetworkOption("ppv2-pvl-eps-id-enabled", "ProxyProtocolV2Config.Ppv2PrivateLinkEpsIdEnabled", SWITCH, "false"),
    NetworkOption("ppv2-pvl-vpc-id-enabled", "ProxyProtocolV2Config.Ppv2VpcIdEnabled", SWITCH, "false"),
)
# Read for TCPSSL listeners only; the policy is sent only if ALPN is on, then even if it is empty.
ALPN = NetworkOption("alpn", "AlpnEnabled", SWITCH, "false")
ALPN_POLICY = NetworkOption("alpn-policy", "AlpnPolicy", TEXT)

# In the order in which the CCM reads them (NG:setServerGroupAttributeFromAnno).
DRAIN = NetworkOption("connection-drain", "ConnectionDrainEnabled", SWITCH, "false")
DRAIN_TIMEOUT = NetworkOption(
    "connection-drain-timeout", "ConnectionDrainTimeout", NUMBER, "300", "ConnectionDrainTimeout parse error: {error}"
)
SCHEDULER = NetworkOption("scheduler", "Scheduler", TEXT, "Wrr")
PRESERVE_CLIENT_IP = NetworkOption("preserve-client-ip", "PreserveClientIpEnabled", SWITCH, "true")
CHECK = NetworkOption("health-check-flag", "HealthCheckConfig.HealthCheckEnabled", SWITCH, "true")


def _check_number(suffix: str, name: str, default: str) -> NetworkOption:
    return NetworkOption(suffix, f"HealthCheckConfig.{name}", NUMBER, default, f"{name} parse error: [{{error}}]")


CHECK_PORT = _check_number("health-check-connect-port", "HealthCheckConnectPort", "0")
# Read only while health-check-flag is on.
CHECK_OPTIONS = (
    NetworkOption("health-check-type", "HealthCheckConfig.HealthCheckType", TEXT, "TCP"),
    CHECK_PORT,
    _check_number("healthy-threshold", "HealthyThreshold", "2"),
    _check_number("unhealthy-threshold", "UnhealthyThreshold", "2"),
    _check_number("health-check-connect-timeout", "HealthCheckConnectTimeout", "5"),
    _check_number("health-check-interval", "HealthCheckInterval", ""),
    NetworkOption("health-check-domain", "HealthCheckConfig.HealthCheckDomain", TEXT),
    NetworkOption("health-check-uri", "HealthCheckConfig.HealthCheckUrl", TEXT),
    NetworkOption("health-check-method", "HealthCheckConfig.HttpCheckMethod", TEXT),
    NetworkOption("health-check-httpcode", "HealthCheckConfig.HealthCheckHttpCode", LIST),
)
CHECK_DETAILS = tuple(option.suffix for option in CHECK_OPTIONS)
GROUP_OPTIONS = (DRAIN, DRAIN_TIMEOUT, SCHEDULER, PRESERVE_CLIENT_IP, CHECK, *CHECK_OPTIONS)
BY_SUFFIX = {option.suffix: option for option in (*LISTENER_OPTIONS, ALPN, ALPN_POLICY, *GROUP_OPTIONS)}
# The type of each parameter.
KIND_OF = {option.parameter: option.kind for option in BY_SUFFIX.values()}
