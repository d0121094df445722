"""Settings that none of the listeners of a Service takes."""

from __future__ import annotations

from clblint.api import catalogue
from clblint_listeners._options import given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicLoadBalancer

# What depends on another setting is dropped with it.
_LEADERS = {
    "sticky-session-type": "sticky-session",
    "cookie": "sticky-session",
    "cookie-timeout": "sticky-session",
    "xforwardedfor-slbport": "xforwardedfor-proto",
    "xforwardedfor-clientsrcport": "xforwardedfor-proto",
}


def dropped_with(suffix: str, balancer: ClassicLoadBalancer) -> list[str]:
    """Of a setting, the one that it depends on and those that do, too, the ones that no listener takes, in order."""
    if not _is_ignored(balancer, suffix):
        return []
    leader = _LEADERS.get(suffix, suffix)
    found = [leader, *sorted(one for one, other in _LEADERS.items() if other == leader)]
    return [one for one in found if _is_dropped(balancer, one, leader)]


def _is_ignored(balancer: ClassicLoadBalancer, suffix: str) -> bool:
    """Whether the first listener ignores it: what none takes, it does not take either."""
    return bool(balancer.listeners) and any(found.suffix == suffix for found in balancer.listeners[0].ignored)


def _is_dropped(balancer: ClassicLoadBalancer, suffix: str, leader: str) -> bool:
    if not _is_ignored(balancer, suffix):
        return False
    fact, protocols = given(balancer, suffix), {listener.protocol.value for listener in balancer.managed_listeners}
    if fact is None or not protocols or not protocols.isdisjoint(catalogue().by_suffix(suffix).protocols):
        return False
    off = fact.is_("off") or (leader != suffix and balancer.annotations.get(leader).may_be("off"))
    return not (off and leader != "health-check-flag") and (suffix, fact.value) != ("persistence-timeout", "0")
