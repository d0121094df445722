"""Weights of back ends in annotations."""

from __future__ import annotations

from clblint.balancer.facts import derived, unknowable
from clblint.balancer.values.integers import NotAnIntegerError, atoi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.fact import Fact

MOST_WEIGHT = 100


def is_weight(text: str) -> bool:
    """Whether a text is a weight, 0 to 100."""
    try:
        return 0 <= atoi(text) <= MOST_WEIGHT
    except NotAnIntegerError:
        return False


def weight_in(fact: Fact[str], default: int) -> Fact[int]:
    """The weight that an annotation sets; unknown, with the default, if its value is none."""
    if not fact.known or not is_weight(fact.value):
        return unknowable(fact, default)
    return derived(fact, atoi(fact.value))
