"""The claims of Services: what only one of a cluster can have, or what several share."""

from __future__ import annotations

from clblint.balancer.annotations import Annotations
from clblint.balancer.ownership import claims_of_balancer
from clblint.kube.catalogue.catalogue import LEGACY_PREFIX, PREFIX
from clblint.kube.project.refs import Claim
from clblint.kube.well_known import ID_LABEL, NLB_CLASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort

NODE_PORT, CLB, CLB_PORT, MADE = "node-port", "clb", "clb-port", "clb-made-for"
FILTERED = Claim("source-ranges", "")  # made by each NLB Service whose source ranges become a security group
_IDS = ("lb-", "nlb-")
_NAMING = frozenset({PREFIX + "id", LEGACY_PREFIX + "id"})  # the annotation `id` with either prefix


def claims_of(service: Service) -> Iterator[Claim]:
    """Yield the claims of a Service: its node ports, CLB ids and listener ports, and the security group of an NLB.

    Without override the listeners of a reused CLB are the user's, and no Service claims their ports.
    """
    for port in node_ports(service):
        yield Claim(NODE_PORT, str(port.node_port.value))
    if service.type.value != "LoadBalancer":
        return
    yield from claims_of_balancer(service)
    label = service.labels.get(ID_LABEL)
    if not _NAMING.isdisjoint(service.annotations):  # few Services name a load balancer
        annotations = Annotations(service)
        asked = annotations.get("id")
        if asked.given and asked.value.startswith(_IDS):
            yield Claim(CLB, asked.value)
            claimed = known_ports(service) if annotations.override_listeners else ()
            yield from (Claim(CLB_PORT, f"{asked.value}:{number}") for number in claimed)
        if asked.written and asked.value:
            return
    if service.load_balancer_class.value == NLB_CLASS and service.source_ranges:
        yield FILTERED
    if label is not None and label.readable:
        yield Claim(MADE, label.value)


def id_label(service: Service) -> Fact[str]:
    """The label with the id of the CLB that the CCM made for a Service."""
    return service.labels[ID_LABEL]


def node_ports(service: Service) -> list[ServicePort]:
    """The ports of a Service that ask for a node port."""
    return service.node_ports


def known_ports(service: Service) -> list[int]:
    """The ports that a Service is known to have."""
    return [port.port.value for port in service.ports if port.port.given]
