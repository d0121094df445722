"""The parts of a Service that trigger a sync when they change (SU:GetServiceHash, EH:needUpdate)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.model import LoadBalancer
    from clblint.kube.objects import Service


def fingerprint(balancer: LoadBalancer) -> object:
    """The parts that the CCM hashes; only if one changed since the last good sync does it compare everything.

    They are ports, type, policy, class, annotations and source ranges.
    """
    service = balancer.service
    return (
        _ports(service),
        service.type.value,
        service.external_traffic_policy.value,
        service.load_balancer_class.value,
        sorted((key, fact.value) for key, fact in service.annotations.items()),
        [fact.value for fact in service.source_ranges],
    )


def watched(balancer: LoadBalancer) -> object:
    """The parts whose change triggers a sync; labels and status do not."""
    service = balancer.service
    return (
        fingerprint(balancer),
        sorted((key, fact.value) for key, fact in service.selector.items()),
        service.session_affinity.value,
        service.allocates_node_ports.value,
        service.load_balancer_ip.value,
        [fact.value for fact in service.external_ips],
        service.internal_traffic_policy.value,
        [fact.value for fact in service.ip_families],
        service.ip_family_policy.value,
    )


def _ports(service: Service) -> object:
    return [
        (port.name.value, port.port.value, port.protocol.value, str(port.target.value), port.node_port.value)
        for port in service.ports
    ]
