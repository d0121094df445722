"""Which listeners check their back ends, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint.api import Fact, Listener

# What only an HTTP check reads.
HTTP_PARTS = ("health-check-uri", "health-check-domain", "health-check-httpcode")
# Details of a check; all of them but those of tcp and udp alone, whose check is on unless it is switched off.
CHECK_PARTS = (
    *HTTP_PARTS,
    "health-check-method",
    "health-check-timeout",
    "health-check-interval",
    "health-check-connect-port",
    "healthy-threshold",
    "unhealthy-threshold",
)


def switch(listener: Listener) -> str:
    """The annotation that turns the check of a listener on or off."""
    return "health-check-switch" if listener.protocol.value in {"tcp", "udp"} else "health-check-flag"


def checked(listener: Listener) -> bool | None:
    """Whether the CLB checks the back ends of a listener: by default yes for tcp and udp, no for http and https.

    None where the value cannot be known or is none.
    """
    fact = listener.option(switch(listener))
    return fact.is_not("off") if fact.one_of("on", "off", "") else None


def by_http(listener: Listener) -> bool | None:
    """Whether the check is an HTTP request; None where it cannot be known."""
    if listener.protocol.value != "tcp":
        return listener.protocol.value in {"http", "https"}
    fact = kind(listener)
    return True if fact.is_("http") else False if fact.is_not("http") else None


def kind(listener: Listener) -> Fact[str]:
    """The annotation that says how a tcp listener checks."""
    return listener.balancer.annotations.get("health-check-type")
