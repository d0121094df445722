"""Values of annotations that an NLB does not take."""

from __future__ import annotations

from clblint.api import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, NetworkLoadBalancer, Violation


def wrong_value(balancer: NetworkLoadBalancer, suffix: str, rule: str) -> tuple[Fact[str], Violation | None]:
    """A value, and what is wrong with it if the catalogue leaves that to a rule; None where it cannot be known."""
    fact = balancer.annotations.get(suffix)
    known = catalogue().find(balancer.annotations.key_of(suffix)) if fact.literal else None
    found = known.check(fact.value, "nlb") if known is not None else None
    return fact, found if found is not None and found.rule == rule else None
