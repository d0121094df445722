"""What Services of one cluster ask for by name, and who else asks for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.annotations import Annotations
from clblint.clb.existing import ties_of
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.listeners import Listener
    from clblint.clb.model import LoadBalancer
    from clblint.clb.server_groups import ServerGroup
    from clblint.kube.addresses import Mention
    from clblint.kube.cluster import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort
    from clblint.kube.refs import Claim

NODE_PORT, CLB, MADE = "node-port", "clb", "clb-made-for"
# The label with which the CCM marks a Service with the id of its CLB, whether it was made for it or is reused.
_ID_LABEL = "service.k8s.alibaba/loadbalancer-id"
_CLB_ID = "lb-"


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


class Twins(NamedTuple):
    """A Service, and those of the same name that are applied with it and before it.

    `versions` says that their files have more in common, so that only one of them may be meant to be applied.
    """

    service: Service
    before: tuple[Service, ...]
    versions: bool


class Sharing(NamedTuple):
    """A load balancer, those of other Services on the same reused CLB, and the Services that the CCM made it for.

    `before` and `after` are in the order of their places; all are of one cluster, as far as the folders tell. The
    Services in `made_for` may stand anywhere, since an id is given once.
    """

    balancer: LoadBalancer
    before: tuple[LoadBalancer, ...]
    after: tuple[LoadBalancer, ...]
    made_for: tuple[Service, ...]

    @property
    def others(self) -> tuple[LoadBalancer, ...]:
        """The load balancers of the other Services."""
        return self.before + self.after


class SharedListener(NamedTuple):
    """A listener that the CCM manages on a reused CLB, and those that other Services want on its port."""

    listener: Listener
    others: tuple[Listener, ...]


class SharedGroup(NamedTuple):
    """A server group of the user's own, and the server groups of other Services that name the same one."""

    group: ServerGroup
    others: tuple[ServerGroup, ...]


class Reached(NamedTuple):
    """A load balancer, and where other manifests of its cluster use its address."""

    balancer: LoadBalancer
    mentions: tuple[Mention, ...]


def claims_of(service: Service) -> Iterator[Claim]:
    """What a Service asks for by name, and what it has."""
    for port in node_ports(service):
        yield (NODE_PORT, str(port.node_port.value))
    if service.type.value != "LoadBalancer":
        return
    yield from ties_of(service)
    label = service.labels.get(_ID_LABEL)
    if service.annotations:
        annotations = Annotations(service)
        asked = annotations.get("id")
        if asked.given and asked.value.startswith(_CLB_ID):
            yield (CLB, asked.value)
        if asked.written and asked.value:
            return
    if label is not None and label.given and label.value:
        yield (MADE, label.value)


def id_label(service: Service) -> Fact[str]:
    """The label with the id of the CLB that the CCM made for a Service."""
    return service.labels[_ID_LABEL]


def node_ports(service: Service) -> list[ServicePort]:
    """The ports of a Service that ask for a node port."""
    return service.node_ports


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


def addresses_of(balancer: LoadBalancer) -> list[str]:
    """The addresses that a load balancer is known to have: asked for, in the Service's status, or of a printed CLB."""
    facts = [balancer.annotations.get("ip"), *balancer.service.status_ips]
    if balancer.current is not None:
        facts.append(balancer.current.address)
    return list(dict.fromkeys(fact.value for fact in facts if fact.given and fact.value))


def shared_listeners(sharing: Sharing) -> Iterator[SharedListener]:
    """The listeners of a load balancer, each with those that others want on its port."""
    if not sharing.others or not sharing.balancer.manages_listeners:
        return
    elsewhere: dict[int, list[Listener]] = {}
    for balancer in sharing.others:
        for listener in balancer.listeners if balancer.manages_listeners else ():
            elsewhere.setdefault(listener.port.value, []).append(listener)
    for listener in sharing.balancer.listeners:
        others = elsewhere.get(listener.port.value, ())
        if others and listener.port.given:
            yield SharedListener(listener, tuple(other for other in others if other.port.given))


def shared_groups(sharing: Sharing) -> Iterator[SharedGroup]:
    """The server groups of a load balancer that are the user's own, each with those of others that name the same."""
    if not sharing.others:
        return
    elsewhere: dict[str, list[ServerGroup]] = {}
    for balancer in sharing.others:
        for group in balancer.server_groups if balancer.vgroup_items else ():
            elsewhere.setdefault(_user_group(group), []).append(group)
    for group in sharing.balancer.server_groups if sharing.balancer.vgroup_items else ():
        name = _user_group(group)
        if name and name in elsewhere:
            yield SharedGroup(group, tuple(elsewhere[name]))


def _user_group(group: ServerGroup) -> str:
    return group.vgroup_id.value if group.vgroup_id.known else ""
