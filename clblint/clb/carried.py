"""The annotations of a Service with a CLB, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.model import LoadBalancer
    from clblint.kube.fact import Fact


class CarriedAnnotation(NamedTuple):
    """An annotation that a Service with a CLB carries, by its short name (`cert-id`), be it one that is not read."""

    balancer: LoadBalancer
    suffix: str
    fact: Fact[str]

    @property
    def key(self) -> str:
        """Its full key."""
        return self.balancer.annotations.key_of(self.suffix)


def annotations_of(balancer: LoadBalancer) -> Iterator[CarriedAnnotation]:
    """The annotations that the Service of a load balancer carries."""
    for suffix, fact in balancer.annotations.carried:
        yield CarriedAnnotation(balancer, suffix, fact)
