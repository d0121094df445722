"""The API server's validation of node ports: their range, and that no two ports ask for the same."""

from __future__ import annotations

from clblint.i18n.text import N_
from clblint.kube.admission.ports import LAST_INT32
from clblint.kube.admission.rejection import NODE_PORT, Rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.objects import Service, ServicePort


def rejected_node_ports(service: Service, cluster: Cluster) -> Iterator[Rejection]:
    """Yield the node ports outside of the cluster's range, and those that two ports of the Service ask for."""
    taken: dict[int, ServicePort] = {}
    for port in service.node_ports:
        rejected = out_of_range(port, cluster)
        if rejected is not None:
            yield rejected
        first = taken.setdefault(port.node_port.value, port)
        if first.port.value != port.port.value:
            yield Rejection(
                N_("{field} {port} is asked for by two ports of the Service, and the API server refuses it"),
                port.node_port,
                port.node_port_error + ": provided port is already allocated",
                N_("give each its own port, or leave {field} out and let the API server choose"),
                f"{port.node_port_field} {port.node_port.value}",
                {"field": port.node_port_field, "port": port.node_port.value, "index": port.position},
                ((first.node_port, N_("also asked for here")),),
                NODE_PORT,
            )


def out_of_range(port: ServicePort, cluster: Cluster) -> Rejection | None:
    """The error for a node port outside of the cluster's range; None if it is inside, or may be."""
    allowed, number = cluster.node_port_range, port.node_port.value
    if not allowed.known or number in allowed.value or number > LAST_INT32:  # beyond int32 it is a decoding error
        return None
    return Rejection(
        N_("{field} {port} is outside the node port range {range}, and the API server refuses it"),
        port.node_port,
        port.node_port_error + ": provided port is not in the valid range. The range of valid ports is {range}",
        N_("take a port of the range, or leave {field} out and let the API server choose"),
        f"{port.node_port_field} {number}",
        {"field": port.node_port_field, "port": number, "range": allowed.value, "index": port.position},
        ((allowed, N_("sets the range of this cluster")),) if allowed.given else (),
        NODE_PORT,
    )
