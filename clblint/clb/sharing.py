"""What Services of one cluster ask for by name, and who else asks for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.annotations import Annotations
from clblint.clb.existing import ties_of
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    """A node port that a Service asks for, and the other places of its cluster that ask for the same.

    `perhaps` are those of which it is open whether they are of its cluster. `supposed` is the cluster as manifests
    describe it of which the same is open; None where there are none.
    """

    service: Service
    port: ServicePort
    others: tuple[OtherPort, ...]
    cluster: Cluster
    perhaps: tuple[OtherPort, ...] = ()
    supposed: Cluster | None = None

    @property
    def number(self) -> int:
        """The port asked for."""
        return self.port.node_port.value


class Twins(NamedTuple):
    """A Service, and those of the same name that are applied with it and before it.

    `built` says that one kustomization builds them, out of different files.
    """

    service: Service
    before: tuple[Service, ...]
    built: bool = False


class Sharing(NamedTuple):
    """A load balancer, those of other Services on the same reused CLB, and the Services that the CCM made it for.

    `before` and `after` are in the order of their places; all are of one cluster. Of `perhaps` that is open. The
    Services in `made_for` may stand anywhere, since an id is given once.
    """

    balancer: LoadBalancer
    before: tuple[LoadBalancer, ...]
    after: tuple[LoadBalancer, ...]
    made_for: tuple[Service, ...]
    perhaps: tuple[LoadBalancer, ...] = ()

    @property
    def others(self) -> tuple[LoadBalancer, ...]:
        """The load balancers of the other Services."""
        return self.before + self.after

    @property
    def supposed(self) -> Sharing | None:
        """The same with those of which it is open; None where there are none."""
        if not self.perhaps:
            return None
        own = _place_of(self.balancer)
        before = tuple(one for one in self.perhaps if _place_of(one) < own)
        after = tuple(one for one in self.perhaps if _place_of(one) > own)
        return Sharing(self.balancer, self.before + before, self.after + after, self.made_for)


class SharedListener(NamedTuple):
    """A listener that the CCM manages on a reused CLB, and those that other Services want on its port.

    It is `open` where nothing says that they are of one cluster, and nothing that they are not.
    """

    listener: Listener
    others: tuple[Listener, ...]
    open: bool = False


class SharedGroup(NamedTuple):
    """A server group of the user's own, and the server groups of other Services that name the same one."""

    group: ServerGroup
    others: tuple[ServerGroup, ...]
    open: bool = False


class Reached(NamedTuple):
    """A load balancer, and where other manifests of its cluster use its address; of `perhaps` that is open."""

    balancer: LoadBalancer
    mentions: tuple[Mention, ...]
    perhaps: tuple[Mention, ...] = ()


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
    if label is not None and label.readable:
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
        if other.node_port.value == port.node_port.value and other.port.differs(port.port)
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
    return list(dict.fromkeys(fact.value for fact in facts if fact.readable))


def shared_listeners(sharing: Sharing) -> Iterator[SharedListener]:
    """The listeners of a load balancer, each with those that others want on its port."""
    if not (sharing.others or sharing.perhaps) or not sharing.balancer.manages_listeners:
        return
    sure, perhaps = _by_port(sharing.others), _by_port(sharing.perhaps)
    for listener in sharing.balancer.listeners if sure or perhaps else ():
        port = listener.port.value
        others = sure.get(port) or perhaps.get(port)
        if others and listener.port.given:
            yield SharedListener(listener, tuple(other for other in others if other.port.given), port not in sure)


def _by_port(balancers: Iterable[LoadBalancer]) -> dict[int, list[Listener]]:
    found: dict[int, list[Listener]] = {}
    for balancer in balancers:
        for listener in balancer.listeners if balancer.manages_listeners else ():
            found.setdefault(listener.port.value, []).append(listener)
    return found


def shared_groups(sharing: Sharing) -> Iterator[SharedGroup]:
    """The server groups of a load balancer that are the user's own, each with those of others that name the same."""
    if not (sharing.others or sharing.perhaps):
        return
    sure, perhaps = _by_group(sharing.others), _by_group(sharing.perhaps)
    for group in sharing.balancer.server_groups if sharing.balancer.vgroup_items else ():
        name = _user_group(group)
        others = sure.get(name) or perhaps.get(name) if name else None
        if others:
            yield SharedGroup(group, tuple(others), name not in sure)


def _by_group(balancers: Iterable[LoadBalancer]) -> dict[str, list[ServerGroup]]:
    found: dict[str, list[ServerGroup]] = {}
    for balancer in balancers:
        for group in balancer.server_groups if balancer.vgroup_items else ():
            found.setdefault(_user_group(group), []).append(group)
    return found


def _place_of(balancer: LoadBalancer) -> tuple[str, int]:
    return balancer.service.path, balancer.service.index


def _user_group(group: ServerGroup) -> str:
    return group.vgroup_id.value if group.vgroup_id.known else ""
