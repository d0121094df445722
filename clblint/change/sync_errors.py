"""Determines whether syncs of a Service end with an error, as far as its manifest and an inventory show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.handling import NONE
from clblint.balancer.refusal import WELL, SyncEnd
from clblint.change.apply import Sync
from clblint.change.cloud import Cloud, State
from clblint.change.update import effect_on_nlb, why_unclear
from clblint.clb.model import ClassicLoadBalancer

if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer


def sync_end_of(balancer: LoadBalancer) -> SyncEnd:
    """How the syncs of a Service end; no error if the CCM does not handle it or a part is unknown.

    No error either for a CLB that the CCM has already created: it may have what the API would refuse to a new one.
    """
    if balancer.rejection is not None or balancer.handled_by.value == NONE or why_unclear(balancer):
        return WELL
    if not isinstance(balancer, ClassicLoadBalancer):
        return _end_of_nlb(balancer)
    if balancer.existing is None and balancer.current is not None:
        return WELL
    state = State(Cloud())
    first, later = _sync(state, balancer), _sync(state, balancer)
    return SyncEnd(first, later if not first else "")


def _end_of_nlb(balancer: LoadBalancer) -> SyncEnd:
    """How the syncs of an NLB end: a mistake in `vgroup-port` fails once the NLB exists (NG:getServerGroupIDs)."""
    state = State(Cloud())
    first, later = (effect_on_nlb(state, None, balancer).error for _ in range(2))
    return SyncEnd(first, later if not first else "")


def _sync(state: State, balancer: ClassicLoadBalancer) -> str:
    sync = Sync(state, balancer, {})
    sync.run()
    return sync.error
