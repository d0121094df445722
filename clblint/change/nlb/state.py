"""The NLB part of the state of a Service, beside its CLB part."""

from __future__ import annotations

from clblint.change.nlb.cloud import NetworkCloud, NetworkState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.change.cloud import State


def network_of(state: State) -> NetworkState:
    """The NLB part of the state; created on first access."""
    if state.network is None:
        state.network = NetworkState(NetworkCloud())
    return state.network
