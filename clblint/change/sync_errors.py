"""Determines whether syncs of a Service end with an error, as far as its manifest and an inventory show."""

from __future__ import annotations

from clblint.balancer.handling import NONE
from clblint.balancer.refusal import WELL, SyncEnd
from clblint.change.apply import Sync
from clblint.change.cloud import Cloud, State
from clblint.change.effect import stage_of_error
from clblint.change.update import effect_on_nlb, why_unclear
from clblint.clb.model import ClassicLoadBalancer

TYPE_CHECKING = False
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
    return _end(first.error, later.error, stage_of_error(first.calls, first.refused))


def _end_of_nlb(balancer: LoadBalancer) -> SyncEnd:
    """How the syncs of an NLB end: a mistake in `vgroup-port` fails once the NLB exists (NG:getServerGroupIDs)."""
    state = State(Cloud())
    first, later = (effect_on_nlb(state, None, balancer) for _ in range(2))
    return _end(first.error, later.error, stage_of_error(first.calls, first.refused))


def _end(first: str, later: str, stage: int) -> SyncEnd:
    return SyncEnd(first, "", stage=stage) if first else SyncEnd("", later)


def _sync(state: State, balancer: ClassicLoadBalancer) -> Sync:
    sync = Sync(state, balancer, {})
    sync.run()
    return sync
