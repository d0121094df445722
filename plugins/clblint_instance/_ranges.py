"""The ranges of clients that a Service lets in."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, NetworkLoadBalancer

_EVERYONE = frozenset({"0.0.0.0/0", "::/0"})


def filtering(balancer: NetworkLoadBalancer) -> tuple[Fact[str], ...]:
    """The ranges, if all can be known and none lets everyone in."""
    ranges = balancer.service.source_ranges
    known = all(one.readable and one.value.strip() not in _EVERYONE for one in ranges)
    return ranges if known else ()
