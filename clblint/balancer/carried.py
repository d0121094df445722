"""`CarriedAnnotation`: the subject of rules on single annotations of a Service with a load balancer."""

from __future__ import annotations

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.fact import Fact


class CarriedAnnotation(NamedTuple):
    """An annotation of a Service with a load balancer, by short name (`cert-id`), whether or not the CCM reads it."""

    balancer: LoadBalancer
    suffix: str
    fact: Fact[str]

    @property
    def key(self) -> str:
        """Its full key."""
        return self.balancer.annotations.key_of(self.suffix)


def annotations_of(balancer: LoadBalancer) -> Iterator[CarriedAnnotation]:
    """Yield the annotations of the Service of a load balancer."""
    for suffix, fact in balancer.annotations.carried:
        yield CarriedAnnotation(balancer, suffix, fact)
