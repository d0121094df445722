"""`NetworkCarriedAnnotation`: the subject of rules on single annotations of a Service with an NLB."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.fact import Fact
    from clblint.nlb.model import NetworkLoadBalancer


class NetworkCarriedAnnotation(NamedTuple):
    """An annotation of a Service with an NLB, by short name (`zone-maps`), whether or not the CCM reads it."""

    balancer: NetworkLoadBalancer
    suffix: str
    fact: Fact[str]

    @property
    def key(self) -> str:
        """Its full key."""
        return self.balancer.annotations.key_of(self.suffix)


def annotations_of(balancer: NetworkLoadBalancer) -> Iterator[NetworkCarriedAnnotation]:
    """Yield the annotations of the Service of an NLB."""
    for suffix, fact in balancer.annotations.carried:
        yield NetworkCarriedAnnotation(balancer, suffix, fact)
