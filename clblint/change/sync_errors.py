"""The errors that the syncs of a Service end in, as far as its manifest and an inventory decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.apply import Sync
from clblint.change.cloud import Cloud, State
from clblint.change.update import why_unclear
from clblint.clb.handling import CLB
from clblint.clb.refusal import WELL, SyncEnd

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer


def sync_end_of(balancer: LoadBalancer) -> SyncEnd:
    """How the syncs of a Service end; nothing is said where the CCM has none, or where a part cannot be known.

    Nor is anything said of a CLB that the CCM has made already: what a new one would be refused, that one may have.
    """
    if balancer.rejection is not None or balancer.handled_by.value != CLB or why_unclear(balancer):
        return WELL
    if balancer.existing is None and balancer.current is not None:
        return WELL
    state = State(Cloud())
    first, later = _sync(state, balancer), _sync(state, balancer)
    return SyncEnd(first, later if not first else "")


def _sync(state: State, balancer: LoadBalancer) -> str:
    sync = Sync(state, balancer, {})
    sync.run()
    return sync.error
