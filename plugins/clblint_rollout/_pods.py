"""Which containers of a workload take the traffic of a load balancer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint.api import Backing, Container


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
