"""Listeners of NLBs that listen on ranges of ports."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkListener


def sharing_ports(listener: NetworkListener) -> list[NetworkListener]:
    """The listeners before it with which it shares ports, because one of the two has a range."""
    known = listener.range.known and listener.port.known
    others = [one for one in listener.before if one.range.known and one.port.known]
    ranges = [one for one in others if one.has_range or listener.has_range] if known else []
    return [one for one in ranges if one.shares_ports(listener)]
