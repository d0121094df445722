"""A workload behind a load balancer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.kube.pods import Workload


class Backing(NamedTuple):
    """A workload whose pods the Service of a load balancer selects."""

    balancer: LoadBalancer
    workload: Workload
