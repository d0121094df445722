"""Items of the lists that a Service with a load balancer carries."""

from __future__ import annotations

from clblint.balancer.values.item import Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.values.slices import ValueSlice

_MORE_THAN_ONE = 2


class BalancerItem(Item):
    """An item of an annotation that is read for a load balancer."""

    __slots__ = ()

    owner: LoadBalancer

    @property
    def balancer(self) -> LoadBalancer:
        """The load balancer."""
        return self.owner


class PortItem(BalancerItem):
    """An item such as `https:443`, which says something about a port; more than two parts mean nothing."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The port, as text."""
        return self.port.text if self.port is not None else ""

    @property
    def exact_key(self) -> str:
        """The port with its blanks."""
        return self.key

    @property
    def port(self) -> ValueSlice | None:
        """The part behind the first colon, compared as text; None where there is no colon."""
        return self.parts[1] if len(self.parts) >= _MORE_THAN_ONE else None
