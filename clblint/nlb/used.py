"""Which annotations of a Service with an NLB the controller uses (NG:setServerGroupAttributeFromAnno and its like).

It parses some of them only where others ask for them.
"""

from __future__ import annotations

from clblint.balancer.used import BUILD_ERROR, Unread
from clblint.i18n.text import N_
from clblint.nlb.options import is_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.catalogue.annotation import KnownAnnotation
    from clblint.nlb.model import NetworkLoadBalancer

_OF_HEALTH_CHECKS = frozenset({
    "health-check-connect-port", "health-check-connect-timeout", "health-check-domain", "health-check-httpcode",
    "health-check-interval", "health-check-method", "health-check-type", "health-check-uri", "healthy-threshold",
    "unhealthy-threshold",
})  # fmt: skip
# Of the groups that vgroup-port names, the back ends alone are written.
_OF_GROUPS = _OF_HEALTH_CHECKS | {
    "backend-ip-version", "connection-drain", "connection-drain-timeout", "health-check-flag", "preserve-client-ip",
    "scheduler",
}  # fmt: skip
_TCPSSL = "TCPSSL"
_OF_TCPSSL = frozenset({"additional-cert-ids", "alpn", "alpn-policy"})
# Sent for TCP and UDP listeners too, at their creation; what the API makes of that is documented nowhere.
_SENT_IN_VAIN = frozenset({"cacert-id", "cert-id", "tls-cipher-policy"})


def unread(balancer: NetworkLoadBalancer, suffix: str) -> Unread | None:
    """Why nothing is known to come of an annotation; None where something may."""
    annotations = balancer.annotations
    if suffix in _OF_HEALTH_CHECKS:
        switch = annotations.get("health-check-flag")
        if switch.holds and is_on(switch.value):
            return None
        seen = N_('no event: the NLB controller reads it only beside health-check-flag "on"')
        return Unread(seen, sure=switch.known, told=switch.is_empty)  # by nlb-health-check-gate
    if suffix in _OF_TCPSSL | _SENT_IN_VAIN:
        return _unread_without_tcpssl(balancer, suffix)
    if suffix == "weight" and not (annotations.get("id").is_set and annotations.get("vgroup-port").is_set):
        seen = N_("no event: the NLB controller reads it only for the server groups that vgroup-port names")
        return Unread(seen, sure=True, told=True)  # by weight-ignored
    return None


def _unread_without_tcpssl(balancer: NetworkLoadBalancer, suffix: str) -> Unread | None:
    spoken = [listener.protocol for listener in balancer.listeners]
    if any(protocol.is_(_TCPSSL) for protocol in spoken):
        return None
    sure = bool(spoken) and all(protocol.is_not(_TCPSSL) for protocol in spoken)
    if suffix in _OF_TCPSSL:
        seen = N_("no event: the NLB controller reads it for tcpssl listeners only")
        return Unread(seen, sure=sure, told=True)  # by nlb-certificate-without-tcpssl
    in_vain = sure and balancer.manages_listeners
    return Unread(N_("no event: only tcpssl listeners use it"), sure=True, told=False) if in_vain else None


def is_used(balancer: NetworkLoadBalancer, known: KnownAnnotation) -> bool:
    """Whether the controller of NLBs parses, sends or compares the value of an annotation; True if that is unknown.

    False also where it sends the value for listeners that have no use for it.
    """
    reason = unread(balancer, known.suffix)
    if reason is not None:
        return not reason.sure
    found = known.check(balancer.annotations.get(known.suffix).value, "nlb")
    if found is not None and found.effect == BUILD_ERROR:
        return True
    if known.behaviour("nlb").scope == "listener" and balancer.is_reused:
        return not balancer.force_override.is_empty
    return not is_left_out(balancer, known.suffix)


def is_left_out(balancer: NetworkLoadBalancer, suffix: str) -> bool:
    """Whether the value is parsed, but is not sent for any server group: all are the user's, or draining is not set.

    A timeout is sent beside `connection-drain` alone, be that on or off (provider/alibaba/nlb/servergroup.go).
    """
    if suffix == "connection-drain-timeout" and balancer.annotations.get("connection-drain").is_empty:
        return True
    return suffix in _OF_GROUPS and all(group.vgroup_id.holds for group in balancer.server_groups)
