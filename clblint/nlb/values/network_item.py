"""Items of the lists that a Service with an NLB carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.values.balancer_items import BalancerItem

if TYPE_CHECKING:
    from clblint.nlb.model import NetworkLoadBalancer


class NetworkItem(BalancerItem):
    """An item of an annotation that is read for an NLB."""

    __slots__ = ()

    owner: NetworkLoadBalancer

    @property
    def balancer(self) -> NetworkLoadBalancer:
        """The NLB."""
        return self.owner
