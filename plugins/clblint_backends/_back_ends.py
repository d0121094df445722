"""What the back ends of a Service are."""

from __future__ import annotations

from clblint.api import catalogue, quoted, unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, LoadBalancer

PODS = "eni"


def is_weight(suffix: str, text: str) -> bool:
    """Whether a text is a weight: a whole number from 0 to 100, without blanks."""
    return catalogue().by_suffix(suffix).is_valid(text)


def shown_weight(weight: Fact[str]) -> str:
    """A weight as it is written, with what makes quotes of its own visible."""
    return weight.value if unquoted(weight.value) == weight.value else quoted(weight.value)


def reads_weight(balancer: LoadBalancer) -> bool:
    """Whether `weight` is looked at: only beside an id and server groups of the user's own."""
    return balancer.is_reused and bool(balancer.annotations.get("vgroup-port").value)
