"""`NodePort`: a node port that a Service asks for, with the other ports that ask for the same one."""

from __future__ import annotations

from itertools import chain, islice

from clblint.balancer.neighbours.claims import node_ports
from clblint.fast import NamedTuple, cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.objects import Service, ServicePort


class OtherPort(NamedTuple):
    """A port that asks for the same node port."""

    service: Service
    port: ServicePort


class NodePort(NamedTuple):
    """A node port that a Service asks for, and the other ports in its cluster that ask for the same one.

    `perhaps` are those that may be in its cluster. `supposed` is the cluster with the facts of manifests that may be
    for it; None if there are none. If there are very many ports, these are the first, and `more` counts the others.
    """

    service: Service
    port: ServicePort
    others: tuple[OtherPort, ...]
    cluster: Cluster
    perhaps: tuple[OtherPort, ...]
    supposed: Cluster | None
    more: int

    @property
    def number(self) -> int:
        """The port asked for."""
        return self.port.node_port.value

    @property
    def field(self) -> str:
        """The name of the field that asks for it."""
        return self.port.node_port_field


class OwnPorts:
    """The ports of one Service that ask for node ports, by what they ask for."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._by_number: dict[int, dict[int, list[ServicePort]]] = {}
        for port in node_ports(service):
            if port.port.known:
                self._by_number.setdefault(port.node_port.value, {}).setdefault(port.port.value, []).append(port)

    def others(self, port: ServicePort, most: int) -> tuple[list[OtherPort], int]:
        """The first `most` ports with the same node port but another number, and the number of further ones."""
        asking = self._by_number.get(port.node_port.value, {})
        if len(asking) <= 1 or not port.port.known:
            return [], 0
        differing = chain.from_iterable(ports for number, ports in asking.items() if number != port.port.value)
        found = [OtherPort(self._service, other) for other in islice(differing, most)]
        count = self._counts[port.node_port.value] - len(asking[port.port.value])
        return found, count - len(found)

    @cached_property
    def _counts(self) -> dict[int, int]:
        return {number: sum(map(len, asking.values())) for number, asking in self._by_number.items()}


def same_node_port(port: ServicePort, neighbour: Service) -> list[OtherPort]:
    """The ports of another Service that ask for the same node port."""
    return [
        OtherPort(neighbour, other) for other in node_ports(neighbour) if other.node_port.value == port.node_port.value
    ]
