"""What is said about listeners of two Services on one NLB that share ports, because one of the two has a range."""

from __future__ import annotations

from clblint.api import N_, Reason, problem, with_article

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.api import Listener, Problem

REFUSED = N_("SyncLoadBalancerFailed: EnsureListenerUpdated error, with the API's refusal")
OWN_PORTS = N_("give each Service ports of its own on the {kind}, or {one} of its own")


def overlap(listener: Listener, others: Sequence[Listener]) -> Problem:
    """The problem of a listener that is not taken over: each Service wants one of its own beside the other."""
    first = others[0]
    return problem(
        "{other} wants the {wanted} listener {others} of {kind} {id}, which shares ports with the {protocol} listener "
        "{port} of this Service: one of them is refused",
        listener.where,
        rivals=[Reason(other.where, "some of the same ports of the same {kind}") for other in others],
        other=first.service.id,
        wanted=first.protocol.value,
        others=first.shown_ports,
        protocol=listener.protocol.value,
        port=listener.shown_ports,
        id=listener.balancer.reuses.value,
        kind=listener.balancer.kind,
        one=with_article(listener.balancer.kind),
        seen=REFUSED,
        fix=OWN_PORTS,
        subject=f"port {listener.port.value}",
    )
