"""Which containers of a workload take the traffic of a load balancer, and for how long it drains."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint.api import Backing, Container, Fact, LoadBalancer

_DRAINING = frozenset({"tcp", "udp"})


def serving(backing: Backing) -> tuple[Container, ...]:
    """The containers that declare a target port of the Service, or all but the sidecars where none does."""
    targets = {port.target.value for port in backing.balancer.service.ports}
    main = tuple(container for container in backing.workload.containers if not container.sidecar)
    declaring = tuple(
        container
        for container in main
        if any(port.number.value in targets or (port.name.value in targets) for port in container.ports)
    )
    return declaring or main


def drain_seconds(balancer: LoadBalancer) -> Fact[str] | None:
    """The seconds for which connections of a listener drain; None where none does, or where that cannot be known."""
    annotations = balancer.annotations
    if annotations.get("connection-drain").value != "on" or not balancer.manages_listeners:
        return None
    for listener in balancer.listeners:
        if listener.protocol.known and listener.protocol.value in _DRAINING:
            seconds = listener.settings.get("ConnectionDrainTimeout")
            return seconds if seconds is not None and seconds.known else None
    return None


def stays_without_pods(balancer: LoadBalancer) -> bool:
    """Whether the back ends stay when pods go, or that cannot be known: nodes under policy Cluster.

    Where nothing says what the back ends are, they may be pods, as with Terway by default.
    """
    groups, cluster = balancer.server_groups, balancer.cluster
    if not groups or not groups[0].mode.known:
        return True
    plugin = cluster.network_plugin
    declared = balancer.annotations.get("backend-type").value or cluster.service_backend_type.given
    flannel = plugin is not None and plugin.value == "flannel"
    return groups[0].mode.value == "cluster" and (bool(declared) or flannel)
