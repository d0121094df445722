"""`Fleet`: all load balancers of a project as one subject."""

from __future__ import annotations

from clblint.fast import Frozen, cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.clusters.profile import Cluster


class Fleet(Frozen):
    """The declared cluster and the load balancers of all Services that the CLB controller handles."""

    cluster: Cluster
    find: Callable[[], tuple[LoadBalancer, ...]]

    @cached_property
    def balancers(self) -> tuple[LoadBalancer, ...]:
        """The load balancers, in the order of files and positions; built on access."""
        return self.find()
