"""Tells what on a CLB of the inventory was made for a Service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.existing import is_of

if TYPE_CHECKING:
    from clblint.inventory.records import Clb, ClbListener
    from clblint.kube.objects import Service


def is_own(listener: ClbListener, clb: Clb, service: Service) -> bool:
    """Whether a listener of the CLB was made for this Service."""
    group = clb.group_of(listener)
    return is_of(service, listener.key) or is_of(service, group.key if group else None)
