"""The servers of a group: nodes, network interfaces or addresses with port and weight (NG:setServerGroupServers)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from clblint.balancer.back_ends import ENI as PODS
from clblint.balancer.back_ends import LOCAL
from clblint.change.nlb.cloud import ECS, ENI, IP, CloudNode, CloudPod, Server
from clblint.fast import NamedTuple
from clblint.nlb.server_groups import IP as BY_ADDRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.change.nlb.cloud import Around
    from clblint.nlb.server_groups import NetworkServerGroup

# What stands for all nodes and pods of a cluster of which nothing is known.
_ANY_NODE = CloudNode("{node}", "{nodeId}", "{nodeIp}")
_ANY_POD = CloudPod("{podIp}", "{node}", "{eniId}")


class BackEndError(ValueError):
    """An error of the CCM that keeps the whole Service from being synced; its text is the CCM's."""


class Servers(NamedTuple):
    """The servers of a group, and the addresses of pods whose network interface is not known."""

    servers: tuple[Server, ...]
    invalid: tuple[str, ...]


def servers_of(group: NetworkServerGroup, around: Around, node_port: str) -> Servers:
    """The servers of a group; raises `BackEndError` where the CCM gives up on the Service."""
    pods = _pods(group, around)
    if group.on_pods:
        return _checked(_weighted(group, _of_pods(group, pods, around), around), pods)
    nodes = {node.name: node for node in _candidates(group, around)}
    _refuse_nameless(group, pods)
    behind = [(pod, nodes[pod.node]) for pod in pods if pod.node in nodes]
    chosen = [node for _, node in behind if not node.virtual] if group.mode.value == LOCAL else list(nodes.values())
    found = [_of_node(group, node, node_port) for node in chosen if not node.excluded]
    virtual = [pod for pod, node in behind if node.virtual]
    return _checked(_weighted(group, [*found, *_of_pods(group, virtual, around)], around), virtual)


def _candidates(group: NetworkServerGroup, around: Around) -> Iterable[CloudNode]:
    """The nodes that the annotations of the Service leave (BE:GetNodes)."""
    if around.nodes is None:
        return (_ANY_NODE,)
    annotations, items = group.balancer.annotations, group.balancer.label_items
    removes = annotations.get("remove-unscheduled-backend").is_("on")
    left = (node for node in around.nodes if not (removes and node.unschedulable))
    return [node for node in left if all(item.fits(dict(node.labels)) for item in items)]


def _pods(group: NetworkServerGroup, around: Around) -> Sequence[CloudPod]:
    """The ready pods that have the target port, and an address of the version that the group takes."""
    if around.pods is None:
        return (_ANY_POD,)
    if _target(group, around) is None:
        return ()
    version = group.balancer.annotations.get("backend-ip-version").value.lower() if group.ip_version.value else ""
    return [pod for pod in around.pods if version == "dualstack" or pod.ipv6 == (version == "ipv6")]


def _target(group: NetworkServerGroup, around: Around) -> str | None:
    """The number of the target port; None if no pod has a port of its name."""
    target = group.target_port.value
    if isinstance(target, int):
        return str(target)
    return around.named_ports.get(str(target), f"{{{target}}}" if around.pods is None else None)


def _of_pods(group: NetworkServerGroup, pods: Iterable[CloudPod], around: Around) -> list[Server]:
    port = "0" if group.is_any_port else _target(group, around) or ""
    if group.type.is_(BY_ADDRESS):
        return [Server(IP, pod.address, pod.address, port, None, group.name) for pod in pods]
    return [Server(ENI, pod.interface or "", pod.address, port, None, group.name) for pod in pods]


def _of_node(group: NetworkServerGroup, node: CloudNode, node_port: str) -> Server:
    if group.type.is_(BY_ADDRESS):
        if not node.address:
            what = "can not find InternalIP in node addresses" if node.has_addresses else "do not contains addresses"
            raise BackEndError(_in_mode(group, f"get node address err: node {node.name} {what}"))
        return Server(IP, node.address, node.address, node_port, None, group.name)
    if not node.id:
        wrong = (
            "alicloud: unable to split instanceid and region from providerID, "
            f"error unexpected providerID={node.provider_id}"
        )
        normal = "" if group.mode.value == LOCAL else "normal "
        text = f"{normal}parse providerid: {node.provider_id}. expected: ${{regionid}}.${{nodeid}}, {wrong}"
        raise BackEndError(_in_mode(group, text))
    return Server(ECS, node.id, "", node_port, None, group.name)


def _refuse_nameless(group: NetworkServerGroup, pods: Iterable[CloudPod]) -> None:
    for pod in pods:
        if pod.node is None:
            service = group.service
            name = f"{service.namespace or 'default'}/{service.built_name.value}"
            text = f"add ecs backends for service[{name}] error, NodeName is nil for ip {pod.address} "
            raise BackEndError(_in_mode(group, text))


def _in_mode(group: NetworkServerGroup, text: str) -> str:
    mode = "local" if group.mode.value == LOCAL else "cluster"
    return f"build {mode} backends error: {text}"


def _checked(servers: list[Server], pods: Iterable[CloudPod]) -> Servers:
    """Tell servers from pods whose network interface is not known (NG:updateServerGroupENIBackendID)."""
    unknown = {pod.address for pod in pods if pod.interface is None}
    lost = [one for one in servers if one.kind == ENI and one.address in unknown]
    kept = [one for one in servers if one not in lost]
    return Servers(tuple(kept), tuple(one.address for one in lost))


def _weighted(group: NetworkServerGroup, servers: list[Server], around: Around) -> list[Server]:
    """The servers with their weights, nodes only once (NG:podNumberAlgorithm, NG:podPercentAlgorithm)."""
    weighting = group.weighting
    known = weighting.weight.known
    pods, count = Counter(one.id for one in servers), len(servers)
    surely = (around.nodes if group.mode.value != PODS else around.pods) is not None

    def weight(one: Server) -> str | None:
        share = pods[one.id] if one.kind == ECS and group.mode.value == LOCAL else 1
        if not known:
            return None
        if weighting.kind == "each":
            return str(weighting.weight.value)
        if weighting.kind == "pods":
            return str(share) if surely or one.kind != ECS else None
        total = weighting.weight.value
        return "0" if not total else str(max(total * share // count, 1)) if surely else None

    weighted = [one._replace(weight=weight(one)) for one in servers]
    nodes = {one.id: one for one in reversed(weighted) if one.kind == ECS}
    return [one for one in weighted if one.kind != ECS or nodes[one.id] is one]
