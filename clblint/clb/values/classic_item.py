"""Items of the lists that a Service with a CLB carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.values.balancer_items import BalancerItem

if TYPE_CHECKING:
    from clblint.clb.model import ClassicLoadBalancer


class ClassicItem(BalancerItem):
    """An item of an annotation that is read for a CLB."""

    __slots__ = ()

    owner: ClassicLoadBalancer

    @property
    def balancer(self) -> ClassicLoadBalancer:
        """The CLB."""
        return self.owner
