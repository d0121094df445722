"""The access control lists that a Service puts on its listeners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import split

if TYPE_CHECKING:
    from clblint.api import LoadBalancer, ValueSlice


def enforced(balancer: LoadBalancer) -> list[ValueSlice]:
    """The lists that are sent and switched on; what is not is acl-inactive."""
    named, status = balancer.annotations.get("acl-id"), balancer.annotations.get("acl-status")
    if not named.readable or not status.is_("on") or not balancer.manages_listeners or not balancer.listeners:
        return []
    return [item for item in split(named) if item.text]
