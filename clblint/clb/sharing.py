"""What Services of one cluster ask for by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.cluster import Cluster
    from clblint.kube.objects import Service, ServicePort

NODE_PORT = "node-port"
_WITH_NODE_PORTS = frozenset({"NodePort", "LoadBalancer"})


class OtherPort(NamedTuple):
    """A port that asks for the same node port."""

    service: Service
    port: ServicePort


class NodePort(NamedTuple):
    """A node port that a Service asks for, and the other places of its cluster that ask for the same."""

    service: Service
    port: ServicePort
    others: tuple[OtherPort, ...]
    cluster: Cluster

    @property
    def number(self) -> int:
        """The port asked for."""
        return self.port.node_port.value


def claims_of(service: Service) -> Iterator[tuple[str, str]]:
    """What a Service asks for by name."""
    for port in node_ports(service):
        yield (NODE_PORT, str(port.node_port.value))


def node_ports(service: Service) -> list[ServicePort]:
    """The ports of a Service that ask for a node port."""
    if service.type.value not in _WITH_NODE_PORTS:
        return []
    return [port for port in service.ports if port.node_port.given and port.node_port.value]


def rivals(port: ServicePort, service: Service) -> list[OtherPort]:
    """The ports of the same Service that cannot share its node port: those of another number."""
    return [
        OtherPort(service, other)
        for other in node_ports(service)
        if other.node_port.value == port.node_port.value and other.port.value != port.port.value
    ]


def same_node_port(port: ServicePort, neighbour: Service) -> list[OtherPort]:
    """The ports of another Service that ask for the same node port."""
    return [
        OtherPort(neighbour, other) for other in node_ports(neighbour) if other.node_port.value == port.node_port.value
    ]
