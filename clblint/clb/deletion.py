"""What goes and what stays when the Service is deleted, or is no LoadBalancer any more (MA:deleteLoadBalancer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.kube.fact import Fact


class Deletion(NamedTuple):
    """What a deletion takes away: the CLB with all that is on it, or only listeners and server groups of the Service.

    `decided_by` is the fact that keeps the CLB, or the absent id that gives it to the CCM.
    """

    load_balancer: bool
    listeners: bool
    server_groups: bool
    unprotects: bool
    decided_by: Fact[object]


def deletion_of(balancer: LoadBalancer) -> Deletion:
    """What goes when the Service goes.

    A reused CLB stays as it is; a preserved one loses its protections and the tags that made it the CCM's.
    """
    if balancer.is_reused:
        return Deletion(
            load_balancer=False, listeners=balancer.manages_listeners, server_groups=True, unprotects=False,
            decided_by=balancer.reuses,
        )  # fmt: skip
    preserved = balancer.preserved
    return Deletion(
        load_balancer=not preserved.value, listeners=True, server_groups=True, unprotects=True,
        decided_by=preserved if preserved.value else balancer.reuses,
    )  # fmt: skip
