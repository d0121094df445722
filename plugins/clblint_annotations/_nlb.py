"""What the NLB controller reads of the annotations of a Service (NG:setServerGroupAttributeFromAnno and its like).

It parses some of them only where others ask for them, and `protocol-port` up to the item that it looks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import N_, NamedTuple, load_balancer_of, reach_of

if TYPE_CHECKING:
    from clblint.api import Service

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
_OF_CLBS = frozenset({"http", "https"})
_OF_TCPSSL = frozenset({"additional-cert-ids", "alpn", "alpn-policy"})


class Unread(NamedTuple):
    """An annotation that is not parsed, for want of another one; whether it is may be unknown."""

    sure: bool
    seen: str


def unread(service: Service, suffix: str) -> Unread | None:
    """Why an annotation is not parsed; None where it is."""
    balancer = load_balancer_of(service)
    annotations = balancer.annotations
    if suffix in _OF_HEALTH_CHECKS:
        switch = annotations.get("health-check-flag")
        seen = N_('no event: the NLB controller reads it only beside health-check-flag "on"')
        if switch.readable and switch.value.lower() == "on":
            return None
        return Unread(switch.readable, seen)  # without the switch nlb-health-check-gate says so
    if suffix in _OF_TCPSSL:
        spoken = [listener.protocol for listener in balancer.listeners]
        seen = N_("no event: the NLB controller reads it for tcpssl listeners only")
        some = any(protocol.is_(_TCPSSL) for protocol in spoken)
        return None if some else Unread(sure=False, seen=seen)  # nlb-certificate-without-tcpssl says so
    if suffix == "weight" and not (annotations.get("id").is_set and annotations.get("vgroup-port").is_set):
        seen = N_("no event: the NLB controller reads it only for the server groups that vgroup-port names")
        return Unread(sure=False, seen=seen)  # weight-ignored says so
    return None


def leaves_listeners_alone(service: Service) -> bool:
    """Whether a reused NLB keeps its listeners as they are; values are parsed all the same."""
    annotations = load_balancer_of(service).annotations
    return annotations.get("id").is_set and not annotations.get("force-override-listeners").is_("true")


def leaves_groups_alone(service: Service, suffix: str) -> bool:
    """Whether an annotation is for server groups and all of them are the user's; its value is parsed all the same."""
    groups = load_balancer_of(service).server_groups
    return suffix in _OF_GROUPS and all(group.vgroup_id.holds for group in groups)


def part_read(service: Service, value: str) -> str:
    """The items of `protocol-port` that are looked at: for each port those up to its own (NL:nlbListenerProtocol).

    Without those that ask for http or https, of which nlb-protocol-http speaks.
    """
    items = value.split(",")
    ports = (str(port.port.value) for port in service.ports if port.port.holds)
    read = items[: reach_of([":".join(item.split(":")[1:2]) for item in items], ports)]
    return ",".join(item for item in read if not (":" in item and item.partition(":")[0].strip().lower() in _OF_CLBS))
