"""What a Service has of an NLB, beside what it has of a CLB."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.nlb.cloud import NetworkCloud, NetworkState

if TYPE_CHECKING:
    from clblint.change.cloud import State


def network_of(state: State) -> NetworkState:
    """What a Service has of an NLB; made when it is first asked for."""
    if state.network is None:
        state.network = NetworkState(NetworkCloud())
    return state.network
