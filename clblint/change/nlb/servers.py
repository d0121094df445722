"""The back ends of a server group, one by one if nodes and pods are known, else one for all (NG:setServerGroupServers).

Where they are not known, one server stands for all nodes or all pods.
"""

from __future__ import annotations

from collections import Counter

from clblint.balancer.back_ends import LOCAL
from clblint.change.chosen import chosen_nodes, chosen_pods
from clblint.change.nlb.cloud import Server
from clblint.change.nlb.sets import token
from clblint.change.weights import weight_of
from clblint.fast import NamedTuple
from clblint.nlb.server_groups import IP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.nlb.population import Node, Pod, Population
    from clblint.nlb.server_groups import NetworkServerGroup

ECS, ENI, ADDRESS = "Ecs", "Eni", "Ip"
_UNPARSED = (
    "{normal}parse providerid: {id}. expected: ${{regionid}}.${{nodeid}}, alicloud: unable to split instanceid and "
    "region from providerID, error unexpected providerID={id}"
)


class BackEndsError(Exception):
    """Back ends that the CCM cannot handle, with its error."""


class Servers(NamedTuple):
    """The servers of a group, and the addresses of pods whose network interface is not known."""

    servers: list[Server]
    invalid: tuple[str, ...] = ()


class _Back(NamedTuple):
    """A back end without its weight."""

    kind: str
    id: str
    address: str
    port: str


def servers_of(group: NetworkServerGroup, name: str, node_port: str, population: Population | None) -> Servers:
    """The servers of the group with a name.

    Raises:
        BackEndsError: the CCM gives up on the Service

    """
    if population is None:
        return Servers(list(_all_alike(group, name, node_port)))
    found = list(_Known(group, node_port, population).back_ends())
    servers = list(_weighted(group, name, found))
    if group.mode.value == LOCAL:
        servers = list(_each_node_once(servers))
    invalid = tuple(server.address for server in servers if server.kind == ENI and not server.id)
    return Servers([server for server in servers if server.kind != ENI or server.id], invalid)


def _all_alike(group: NetworkServerGroup, name: str, node_port: str) -> Iterator[Server]:
    """Yield one server for all nodes, or for all pods; none where no node is chosen."""
    of_pods, weight = group.on_pods, weight_of(group, None, None)
    chosen = (chosen_pods if of_pods else chosen_nodes)(group.balancer)
    port = str(group.back_end_port.value) if of_pods else node_port
    kind = ADDRESS if group.type.is_(IP) else ENI if of_pods else ECS
    if not chosen.is_empty:
        yield Server(kind, token("pods" if of_pods else "nodes", chosen), "", port, weight, name, chosen)


class _Known:
    """The back ends of a group in a cluster whose nodes and pods are known."""

    def __init__(self, group: NetworkServerGroup, node_port: str, population: Population) -> None:
        self._group = group
        self._node_port = node_port
        self._by_address = group.type.is_(IP)
        self._nodes = {node.name: node for node in population.nodes if _is_candidate(node, group)}
        target = group.target_port.value
        self._port = str(target) if isinstance(target, int) else population.named_ports.get(str(target), "")
        self._pods = [pod for pod in population.pods if self._port and _speaks(pod, group)]

    def back_ends(self) -> Iterator[_Back]:
        """Yield them: of each node, or of each pod."""
        if self._group.on_pods:
            yield from map(self._of_pod, self._pods)
            return
        located = [(pod, self._nodes.get(self._node_name(pod))) for pod in self._pods]
        behind = [(pod, node) for pod, node in located if node is not None]
        local = self._group.mode.value == LOCAL
        nodes = [node for _, node in behind if not node.virtual] if local else list(self._nodes.values())
        yield from (self._of_node(node) for node in nodes if not node.excluded)
        yield from (self._of_pod(pod) for pod, node in behind if node.virtual)

    def _node_name(self, pod: Pod) -> str:
        if not pod.node:
            service = self._group.service
            key = f"{service.namespace or 'default'}/{service.built_name.value}"
            text = f"add ecs backends for service[{key}] error, NodeName is nil for ip {pod.address} "
            raise self._error(text)
        return pod.node

    def _of_node(self, node: Node) -> _Back:
        if self._by_address:
            if not node.address:
                wrong = (
                    "can not find InternalIP in node addresses" if node.has_addresses else "do not contains addresses"
                )
                text = f"get node address err: node {node.name} {wrong}"
                raise self._error(text)
            return _Back(ADDRESS, node.address, node.address, self._node_port)
        if not node.instance:
            raise self._error(_UNPARSED.format(normal=self._normal, id=node.provider))
        return _Back(ECS, node.instance, "", self._node_port)

    @property
    def _normal(self) -> str:
        return "" if self._group.mode.value == LOCAL else "normal "

    def _error(self, text: str) -> BackEndsError:
        stage = "local" if self._group.mode.value == LOCAL else "cluster"
        return BackEndsError(f"build {stage} backends error: {text}")

    def _of_pod(self, pod: Pod) -> _Back:
        port = "0" if self._group.is_any_port else self._port
        if self._by_address:
            return _Back(ADDRESS, pod.address, pod.address, port)
        return _Back(ENI, pod.interface, pod.address, port)


def _is_candidate(node: Node, group: NetworkServerGroup) -> bool:
    """Whether a node stays a back end under the annotations of the Service (BE:GetNodes)."""
    removes = group.balancer.annotations.get("remove-unscheduled-backend").is_("on")
    fits = all(not item.error and item.fits(dict(node.labels)) for item in group.balancer.label_items)
    return fits and not (removes and node.unschedulable)


def _speaks(pod: Pod, group: NetworkServerGroup) -> bool:
    """Whether the group takes the IP version of a pod's address (NG:setBackendsFromEndpointSlices)."""
    if not group.ip_version.value:
        return not pod.ipv6
    return pod.ipv6 or group.affinity.value == "Affinity"


def _weighted(group: NetworkServerGroup, name: str, found: list[_Back]) -> Iterator[Server]:
    local = group.mode.value == LOCAL
    on_node = Counter(back.id for back in found if back.id) if local else Counter()
    kind, weight = group.weighting
    for back in found:
        pods = on_node[back.id] if local and back.kind == ECS else 1
        share = weight.value
        if kind == "total":
            share = max(1, weight.value * pods // len(found)) if weight.value else 0
        elif kind == "pods" or local:
            share = pods
        yield Server(back.kind, back.id, back.address, back.port, str(share), name)


def _each_node_once(servers: list[Server]) -> Iterator[Server]:
    """Yield each node once, and only those with a known instance (NG:removeDuplicatedECS)."""
    seen: set[str] = set()
    for server in servers:
        if server.kind == ECS and server.id in seen:
            continue
        seen.add(server.id)
        yield server
