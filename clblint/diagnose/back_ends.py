"""Which endpoints of a Service are served by back ends of its load balancer, and which ports they lack."""

from __future__ import annotations

from clblint.diagnose.cluster import FLANNEL
from clblint.diagnose.endpoints import IPV6, port_name
from clblint.diagnose.nodes import reason_out
from clblint.diagnose.service import ENI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.endpoints import Endpoint
    from clblint.diagnose.service import LiveService


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


def _as_pod(service: LiveService) -> bool | None:
    """Whether a pod can be a back end itself; None if nothing asks for it, and the network plugin is not known."""
    plugin = service.cluster.network_plugin.value
    if plugin == FLANNEL:
        return False
    return True if plugin or service.back_end_type == ENI else None


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
