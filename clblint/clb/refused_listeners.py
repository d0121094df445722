"""Finds the settings for which the API surely refuses to create a listener of a CLB (SLB API).

Such a listener does not exist, while the CLB and its server groups do: they are created before (MA:Apply).
"""

from __future__ import annotations

from clblint.balancer.refused_values import refused_value
from clblint.clb.options import OF_PROTOCOL, WITHOUT_SCHEDULER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.listeners import ClassicListener
    from clblint.kube.fact import Fact

# (parameter, its value, the parameter that it needs)
_NEEDS = (
    ("AclStatus", "on", "AclId"), ("AclStatus", "on", "AclType"), ("StickySession", "on", "StickySessionType"),
    ("StickySessionType", "insert", "CookieTimeout"), ("StickySessionType", "server", "Cookie"),
    ("ConnectionDrain", "on", "ConnectionDrainTimeout"),
)  # fmt: skip
# The settings that mean something only if a switch is on.
_SWITCHES = {
    "AclId": "AclStatus", "AclType": "AclStatus", "ConnectionDrainTimeout": "ConnectionDrain",
    **dict.fromkeys(("StickySessionType", "CookieTimeout", "Cookie"), "StickySession"),
}  # fmt: skip


def refused_setting(listener: ClassicListener) -> Fact[str] | None:
    """The first setting for which the API surely refuses to create the listener; None if there is none.

    None also for a listener that redirects: what the API makes of its other settings is documented nowhere.
    """
    if not listener.protocol.known or not listener.forward_to.is_empty:
        return None
    return next(_refused(listener), None) if listener.supported else listener.protocol


def _refused(listener: ClassicListener) -> Iterator[Fact[str]]:
    protocol, sent = listener.protocol.value, listener.settings
    if protocol == "https" and sent["ServerCertificateId"].is_empty:
        yield sent["ServerCertificateId"]
    if "Scheduler" in sent and protocol in WITHOUT_SCHEDULER.get(sent["Scheduler"].value, ()):
        yield sent["Scheduler"]
    active = {name: fact for name, fact in sent.items() if _is_on(sent, _SWITCHES.get(name, ""))}
    yield from (active[name] for name, value, needed in _NEEDS if _is(active, name, value) and needed not in sent)
    options = (option for option, _ in OF_PROTOCOL[protocol] if option.parameter_of(protocol) in active)
    checks = _checks_health(sent)
    read = [option.suffix for option in options if checks or "health" not in option.suffix]
    wrong = refused_value(listener.balancer.annotations, read, "clb")
    if wrong is not None:
        yield wrong


def _is_on(sent: dict[str, Fact[str]], switch: str) -> bool:
    return not switch or _is(sent, switch, "on")


def _is(sent: dict[str, Fact[str]], name: str, value: str) -> bool:
    return name in sent and sent[name].is_(value)


def _checks_health(sent: dict[str, Fact[str]]) -> bool:
    """Whether the listener checks its back ends: by default one of TCP or UDP does."""
    return not any(name in sent and sent[name].may_be("off") for name in ("HealthCheck", "HealthCheckSwitch"))
