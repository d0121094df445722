"""The node ports that the API server allocates: a port that stays keeps its own, a new port gets a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.server_groups import asked_beside

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.balancer.model import LoadBalancer
    from clblint.kube.objects import ServicePort


def port_key(port: ServicePort) -> tuple[str, int]:
    """(protocol, port): the API server keeps the node port of a port with the same key."""
    return (port.protocol.value, port.port.value)


def give_node_ports(
    kept: dict[tuple[str, int], str], balancer: LoadBalancer, given: Mapping[tuple[str, int], int]
) -> None:
    """Allocate node ports to the ports of a Service; `given` are those that are known.

    In a new Service, ports of the same number share a node port (initNodePorts), so their groups have one name.
    """
    together = not kept
    for port in balancer.service.ports:
        key = port_key(port)
        if port.node_port.value:
            kept[key] = str(port.node_port.value)
        elif not balancer.allocates_node_ports.value:
            kept.setdefault(key, "0")
        else:
            made = given.get(key) or (asked_beside(port, balancer.service) if together else 0)
            picked = f"{{nodePort:{key[1]}}}"
            taken = not together and picked in kept.values()
            kept.setdefault(key, str(made) if made else f"{{nodePort:{key[1]}/{key[0]}}}" if taken else picked)
