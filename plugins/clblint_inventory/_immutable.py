"""What is said where a load balancer keeps an attribute for life that is asked for otherwise."""

from __future__ import annotations

from clblint.api import N_, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.api import Drift, Fact, FixEdit, LoadBalancer, Mismatch, Problem, Reason

_NEVER = N_('SyncLoadBalancerFailed: "alicloud: can not change {words} once created"')
_NEVER_RETRY = N_('SyncLoadBalancerFailed: "alicloud: can not change {words} once created. delete and retry"')
_NEVER_NLB = N_('SyncLoadBalancerFailed: "{words} cannot be changed, service: {asked}, nlb: {there}"')


def is_refused_before(balancer: LoadBalancer, found: Drift) -> bool:
    """Whether the API refuses what is asked for whatever is there: `network-type-vpc-internet` says so."""
    return found.suffix == "network-type" and balancer.annotations.get("address-type").value == "internet"


def mismatch_problem(  # noqa: PLR0913 - by name
    mismatch: Mismatch,
    messages: tuple[str, str],
    otherwise: Fact[str],
    *,
    because: Reason,
    fix: str,
    edits: Iterable[FixEdit | None] = (),
) -> Problem:
    """The problem of an attribute: at its value, or, where it is left out, at what stands for it (`otherwise`).

    `messages` are those of both cases.
    """
    (balancer, found), current = mismatch, mismatch.balancer.current
    return problem(
        messages[not found.asked.present],
        found.asked if found.asked.present else otherwise,
        because=[because],
        kind=balancer.kind,
        suffix=found.suffix,
        key=balancer.annotations.key_of(found.suffix),
        asked=found.asked.value,
        there=found.there.value,
        id=current.id.value if current is not None else "",
        words=found.words,
        seen=_error_of(balancer, found),
        fix=fix,
        subject=found.suffix,
        edits=list(edits),
    )


def _error_of(balancer: LoadBalancer, found: Drift) -> str:
    if balancer.kind == "NLB":
        return _NEVER_NLB
    return _NEVER_RETRY if found.suffix == "address-type" else _NEVER
