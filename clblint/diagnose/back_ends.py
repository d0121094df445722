"""`Endpoint`: the endpoints of a Service from its EndpointSlices, or from its Endpoints, and which are back ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.diagnose.nodes import reason_out
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService

IPV6 = "IPv6"


class Endpoint(NamedTuple):
    """An endpoint: its address and family, whether it is ready, its node and pod, and the names of its ports.

    `source` is the object that lists it.
    """

    address: str
    family: str
    ready: bool
    node: str
    pod: str
    ports: frozenset[str]
    source: LiveObject


def endpoints_of(service: LiveService) -> list[Endpoint] | None:
    """The endpoints of a Service; None if they were not collected.

    A Service with a selector has at least one object, even an empty one.
    """
    slices = slices_of(service)
    if slices:
        return [endpoint for one in slices for endpoint in _in_slice(one)]
    listed = service.snapshot.find("Endpoints", service.namespace, service.name)
    if listed is not None:
        return list(_in_endpoints(listed))
    if service.selector and service.snapshot.collected("Pod", service.namespace):
        return list(_of_pods(service))
    if not service.selector and service.snapshot.collected("EndpointSlice", service.namespace):
        return []
    return None


def slices_of(service: LiveService) -> list[LiveObject]:
    """The EndpointSlices of a Service."""
    return service.snapshot.slices_of(service.namespace, service.name)


def _in_slice(one: LiveObject) -> Iterator[Endpoint]:
    family = one.text("addressType") or "IPv4"
    ports = frozenset(port.get("name", "") for port in one.items("ports"))
    for item in one.items("endpoints"):
        conditions = item.get("conditions", {})
        pod = item.get("targetRef", {}).get("name", "")
        ready = conditions.get("ready", True)  # nobody has said otherwise
        for address in item.get("addresses", [])[:1]:  # the others are meant for the same
            yield Endpoint(address, family, ready, item.get("nodeName", ""), pod, ports, one)


def _in_endpoints(listed: LiveObject) -> Iterator[Endpoint]:
    for subset in listed.items("subsets"):
        ports = frozenset(port.get("name", "") for port in subset.get("ports", []))
        for key, ready in (("addresses", True), ("notReadyAddresses", False)):
            for item in subset.get(key, []):
                address = item.get("ip", "")
                pod = item.get("targetRef", {}).get("name", "")
                family = IPV6 if ":" in address else "IPv4"
                yield Endpoint(address, family, ready, item.get("nodeName", ""), pod, ports, listed)


def _of_pods(service: LiveService) -> Iterator[Endpoint]:
    """Yield what the endpoints must be where only pods were collected; their ports are taken for resolved."""
    ports = frozenset(map(port_name, service.ports))
    for pod in service.pods:
        ready = pod.condition("Ready").get("status") == "True" and pod.deleted is None
        yield Endpoint(pod.text("status", "podIP"), "IPv4", ready, pod.text("spec", "nodeName"), pod.name, ports, pod)


def port_name(port: dict[str, object]) -> str:
    """The name of a port of a Service; empty for the only one."""
    name = port.get("name")
    return name if isinstance(name, str) else ""


def unresolved_ports(service: LiveService) -> list[str]:
    """The ports of a Service for which no endpoint has a port: their target port is a name that no container has."""
    if not service.ready or service.is_described:
        return []
    known = frozenset[str]().union(*(one.ports for one in service.ready))
    return [
        port_name(port) or str(port.get("port", ""))
        for port in service.ports
        if port_name(port) not in known and isinstance(port.get("targetPort"), str)
    ]


def is_family_used(service: LiveService, endpoint: Endpoint) -> bool:
    """Whether the family of an endpoint is that of the back ends (B 4.5): IPv6 only where annotations ask for it."""
    if endpoint.family != IPV6:
        return True
    asked = service.get("backend-ip-version").lower() == "ipv6"
    version = service.get("ip-version").lower()
    return asked or version in {"ipv6", "dualstack"}


def becomes_back_end(service: LiveService, endpoint: Endpoint) -> bool | None:
    """Whether a ready endpoint is served by a back end; None if the nodes that decide are not known."""
    if not is_family_used(service, endpoint):
        return False
    kinds = {service.back_end_type} if service.back_end_type else {"eni", "ecs"}
    answers = [_as_pod(service) if kind == "eni" else _through_node(service, endpoint) for kind in sorted(kinds)]
    return next((answer for answer in (True, None) if answer in answers), False)


def _as_pod(service: LiveService) -> bool:
    return service.cluster.network_plugin.value != "flannel"


def _through_node(service: LiveService, endpoint: Endpoint) -> bool | None:
    if service.is_on_virtual_node(endpoint):
        return True
    if not service.is_local:
        return bool(service.labelled) if service.labelled or service.cluster.nodes_known else None
    node = service.cluster.node_by_name.get(endpoint.node)
    if node is None:
        return None if endpoint.node or service.is_described else False
    return not reason_out(node, removes_cordoned=service.removes_cordoned) and node in service.labelled


def served(service: LiveService) -> list[bool | None]:
    """Whether each ready endpoint is served by a back end; None where that is not known."""
    lacking = set(unresolved_ports(service))
    if service.ports and len(lacking) == len(service.ports):
        return [False for _ in service.ready]
    return [becomes_back_end(service, one) for one in service.ready]
