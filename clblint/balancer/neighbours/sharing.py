"""Subjects on resources that several Services claim: node ports, reused CLBs, listeners, server groups, addresses."""

from __future__ import annotations

from itertools import chain, islice

from clblint.balancer.annotations import Annotations
from clblint.balancer.ownership import claims_of_balancer
from clblint.fast import NamedTuple, cached_property
from clblint.kube.project.refs import Claim
from clblint.kube.well_known import ID_LABEL, NLB_CLASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.server_groups import ServerGroup
    from clblint.kube.addresses import Mention
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service, ServicePort

NODE_PORT, CLB, CLB_PORT, MADE = "node-port", "clb", "clb-port", "clb-made-for"
FILTERED = Claim("source-ranges", "")  # made by each NLB Service whose source ranges become a security group
_IDS = ("lb-", "nlb-")


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


class DuplicateService(NamedTuple):
    """A Service, and the last few Services of the same name that are applied before it.

    `built` says that one kustomization builds this one and the last of them. `more` is the number of earlier ones.
    """

    service: Service
    before: tuple[Service, ...]
    built: bool
    more: int


class Sharing(NamedTuple):
    """A load balancer, those of other Services on the same reused CLB, and the Services that the CCM created it for.

    `before` and `after` are in the order of files and positions, in the same cluster; those in `perhaps` may be. The
    Services in `made_for` may be anywhere, since an id is unique. Of very many, these are a few,
    and `on_port` is the number of Services by port.
    """

    balancer: LoadBalancer
    before: tuple[LoadBalancer, ...]
    after: tuple[LoadBalancer, ...]
    made_for: tuple[Service, ...]
    perhaps: tuple[LoadBalancer, ...] = ()
    on_port: Mapping[int, int] = {}

    @property
    def others(self) -> tuple[LoadBalancer, ...]:
        """The load balancers of the other Services."""
        return self.before + self.after

    @property
    def supposed(self) -> Sharing | None:
        """The same with those in `perhaps` as if they were in the cluster; None if there are none."""
        if not self.perhaps:
            return None
        own = _place_of(self.balancer)
        before = tuple(one for one in self.perhaps if _place_of(one) < own)
        after = tuple(one for one in self.perhaps if _place_of(one) > own)
        return Sharing(self.balancer, self.before + before, self.after + after, self.made_for, (), self.on_port)


class SharedAttribute(NamedTuple):
    """An attribute, by API name, for which the Services on one CLB may have different values."""

    sharing: Sharing
    name: str


class SharedListener(NamedTuple):
    """A listener that the CCM manages on a reused load balancer, and those of other Services that share a port with it.

    `open` says that it is not known whether they are in one cluster. Of very many these are
    a few, and `more` is the number of the others.
    """

    listener: Listener
    others: tuple[Listener, ...]
    open: bool
    more: int


class SharedGroup(NamedTuple):
    """A server group of the user, and the server groups of other Services with the same id."""

    group: ServerGroup
    others: tuple[ServerGroup, ...]
    open: bool


class AddressUse(NamedTuple):
    """A load balancer, and uses of its address in manifests that are, or may be (`perhaps`), of its cluster."""

    balancer: LoadBalancer
    mentions: tuple[Mention, ...]
    perhaps: tuple[Mention, ...] = ()

    @property
    def detour(self) -> Fact[str] | None:
        """The setting that sends traffic from inside the cluster through the CLB; None if kube-proxy short-circuits it.

        A host name removes the address from the status, and kube-proxy does not know listeners of others.
        """
        balancer = self.balancer
        hostname = balancer.annotations.get("hostname")
        if hostname.is_set:
            return hostname
        is_used = bool(self.mentions or self.perhaps)
        return balancer.reuses if is_used and balancer.reuses.is_set and not balancer.manages_listeners else None


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
    if service.annotations:
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


def shared_listeners(sharing: Sharing) -> Iterator[SharedListener]:
    """The listeners of a load balancer, each with those that others want on its ports."""
    if not (sharing.others or sharing.perhaps) or not sharing.balancer.manages_listeners:
        return
    sure, perhaps = _Listening(sharing.others), _Listening(sharing.perhaps)
    for listener in sharing.balancer.listeners if sure.any or perhaps.any else ():
        near = sure.on_ports_of(listener)
        others = near or perhaps.on_ports_of(listener)
        if others:
            count = sharing.on_port.get(listener.port.value, 0) if listener.on_its_port else 0
            yield SharedListener(listener, tuple(others), not near, max(count - len(others), 0))


def shared_attributes(sharing: Sharing) -> Iterator[SharedAttribute]:
    """The attributes that a load balancer asks for, where other Services have it, too, or may have it."""
    if not sharing.others and not sharing.perhaps:
        return
    balancer = sharing.balancer
    for name in dict.fromkeys((*balancer.wishes, *balancer.compared_apart)):
        yield SharedAttribute(sharing, name)


class _Listening:
    """The listeners that the CCM manages on some load balancers, by the ports on which they listen."""

    def __init__(self, balancers: Iterable[LoadBalancer]) -> None:
        self._by_port: dict[int, list[Listener]] = {}
        self._ranges: list[Listener] = []
        for listener in chain.from_iterable(one.listeners for one in balancers if one.manages_listeners):
            if listener.on_its_port:
                self._by_port.setdefault(listener.port.value, []).append(listener)
            elif listener.span is not None:
                self._ranges.append(listener)

    @property
    def any(self) -> bool:
        """Whether there is one whose ports are known."""
        return bool(self._by_port or self._ranges)

    def on_ports_of(self, listener: Listener) -> list[Listener]:
        """Those that share a port with another one."""
        if listener.span is None:
            return []
        first, last = listener.span
        on_range = (ones for port, ones in self._by_port.items() if first <= port <= last)
        single = chain.from_iterable(on_range) if first < last else self._by_port.get(first, ())
        return [*single, *(one for one in self._ranges if one.shares_ports(listener))]


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
    return group.vgroup_id.meaning if group.vgroup_id.known else ""
