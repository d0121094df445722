"""The node ports that the API server allocates: a port that stays keeps its own, a new port gets a new one.

`kubectl apply` merges the ports by number, so that a port that stays brings its node port. A port without one gets the
node port of the stored port with the same name (storage.go:patchAllocatedValues).
"""

from __future__ import annotations

import copy
import re
from collections import Counter

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Mapping

    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.server_groups import ServerGroup
    from clblint.kube.objects import Service, ServicePort

    PortKey = tuple[str, int]

NO_NODE_PORT = "0"
_TWICE = 2
_PORT_IN_NAME = re.compile(r"^k8s([/.])[^/.]*\1")


class _Stored(NamedTuple):
    """A port of the stored Service: its name, its node port, and whether the manifest says which."""

    name: str
    node_port: str
    written: bool


class NodePorts:
    """The node ports of one Service, as the API server stores it."""

    def __init__(self) -> None:
        """Begin without a Service."""
        self._stored: dict[PortKey, _Stored] = {}

    def get(self, port: ServicePort) -> str | None:
        """The node port of a port of the stored Service; None if it has no such port."""
        stored = self._stored.get(port_key(port))
        return stored.node_port if stored is not None else None

    def name_of(self, group: ServerGroup) -> str:
        """The name of a group, node port included where the name contains it."""
        port = self.get(group.service_port)
        if port is None or not group.is_named_by_node_port:
            return group.name
        return _PORT_IN_NAME.sub(lambda found: f"k8s{found[1]}{port}{found[1]}", group.name)

    def copy(self) -> NodePorts:
        """A copy that can be changed independently."""
        return copy.copy(self)  # an allocation replaces what is stored

    def assume(self, old: Service, new: Service) -> None:
        """Assume that the API server had allocated each node port that only the new Service specifies."""
        there = {port_key(port): port for port in old.ports}
        merged = _merged(there, map(port_key, new.ports))
        named = {port.name.value: port for key, port in there.items() if key not in merged.values()}
        for port in new.ports:
            key = merged.get(port_key(port))
            before = there[key] if key is not None else named.get(port.name.value)
            if before is not None and port.node_port.given and not before.node_port.written:
                self._stored[port_key(before)] = _Stored(before.name.value, str(port.node_port.value), written=False)

    def allocate(self, balancer: LoadBalancer, given: Mapping[PortKey, int]) -> None:
        """Store a Service, with a node port for each of its ports; `given` are the known ones."""
        ports = {port_key(port): port for port in balancer.service.ports}
        before, allocates = self._stored, balancer.allocates_node_ports.value
        known = given if allocates else {}
        found = {key: str(port.node_port.value or known.get(key) or "") for key, port in ports.items()}
        self._keep(ports, found)
        others = {stored.node_port for stored in before.values()}
        for key, port in ports.items():
            if not found[key]:
                fresh = _shared(port, balancer.service) if not before else _another(port, others | set(found.values()))
                found[key] = fresh if allocates else NO_NODE_PORT
        self._stored = {key: _Stored(port.name.value, found[key], _asks(port)) for key, port in ports.items()}

    def _keep(self, ports: Mapping[PortKey, ServicePort], found: dict[PortKey, str]) -> None:
        """Fill in the node ports that the Service had: first those that `kubectl apply` merges, the rest by name."""
        before = {key: stored for key, stored in self._stored.items() if stored.node_port != NO_NODE_PORT}
        for key, old in _merged(self._stored, found).items():
            if not found[key] and old in before and not before[old].written:  # `kubectl apply` removes it
                found[key] = before[old].node_port
        named = {stored.name: stored.node_port for stored in before.values()}
        used = set(found.values())
        for key, port in ports.items():
            kept = named.get(port.name.value, "")
            if not found[key] and kept not in used:
                found[key] = kept


def port_key(port: ServicePort) -> PortKey:
    """(protocol, port): the key of a port in one revision."""
    return (port.protocol.value, port.port.value)


def _merged(old: Collection[PortKey], new: Iterable[PortKey]) -> dict[PortKey, PortKey]:
    """The old key of each port that stays, by its new key; another if the one port of a number changes protocol."""
    wanted = list(new)
    numbers = Counter(number for _, number in [*old, *wanted])
    alone = {key[1]: key for key in old if numbers[key[1]] == _TWICE}
    found = ((key, key if key in old else alone.get(key[1])) for key in wanted)
    return {key: before for key, before in found if before is not None}


def _asks(port: ServicePort) -> bool:
    """Whether a port asks for a node port."""
    return bool(port.node_port.value)


def _shared(port: ServicePort, service: Service) -> str:
    """The node port in a new Service: ports of the same number share one (initNodePorts)."""
    return str(service.asked_node_ports.get(port.port.value) or _picked(port))


def _another(port: ServicePort, taken: Container[str]) -> str:
    """The node port of a new port in an existing Service."""
    picked = _picked(port)
    return f"{{nodePort:{port.port.value}/{port.protocol.value}}}" if picked in taken else picked


def _picked(port: ServicePort) -> str:
    return f"{{nodePort:{port.port.value}}}"
