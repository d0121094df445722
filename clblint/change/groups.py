"""Server groups, compared with what the cloud has (MA:buildVGroupCreateAndUpdateActions, VG:diff, MA:cleanup)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.change.cloud import Call, Group, Members
from clblint.clb.back_ends import LOCAL
from clblint.clb.backend_labels import parse_labels
from clblint.sentences import N_, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.cloud import Clb, Cloud, Shown
    from clblint.clb.model import LoadBalancer
    from clblint.clb.server_groups import ServerGroup
    from clblint.kube.objects import ServicePort
    from clblint.sentences import Text

_PICKED = re.compile(r"\{nodePort:\d+\}")
NOBODY, _NODES = "", "nodes"
BACK_ENDS = N_("back ends")


def port_key(port: ServicePort) -> tuple[str, int]:
    """What makes it the same port to the API server, which keeps its node port."""
    return (port.protocol.value, port.port.value)


class Groups:
    """The groups that a model wants, by name or, where they are the user's own, by id."""

    def __init__(self, balancer: LoadBalancer, cloud: Cloud, node_ports: dict[tuple[str, int], str]) -> None:
        self._balancer = balancer
        self._cloud = cloud
        self._node_ports = node_ports

    def key(self, group: ServerGroup) -> str:
        """The name or the id of a group, its node port filled in as far as it is known."""
        if group.vgroup_id.value:
            return group.vgroup_id.value
        return self.name(group)

    def name(self, group: ServerGroup) -> str:
        """The name of a group."""
        port = self._node_ports.get(port_key(group.service_port))
        if port is None or group.on_pods:
            return group.name
        return re.sub(r"^k8s/[^/]*/", lambda _: f"k8s/{port}/", group.name)

    def wanted(self) -> dict[str, Members]:
        """The members of each group that the CCM does not drop; of ports that share a group the first decides."""
        made: dict[str, Members] = {}
        for group in self._balancer.server_groups:
            if group.dropped is None:
                made.setdefault(self.key(group), self._members(group))
        return made

    def _members(self, group: ServerGroup) -> Members:
        kind = "eni" if group.on_pods else "ecs"
        own = self._node_ports.get(port_key(group.service_port), str(group.node_port.value))
        port = str(group.target_port.value) if group.on_pods else own
        return Members(kind, port, self._weight(group), "" if group.on_pods else self._nodes())

    def _weight(self, group: ServerGroup) -> Shown:
        kind, weight = group.weighting
        if not weight.known or not group.mode.known:
            return None
        count, pods = self._cloud.nodes, self._cloud.pods
        if kind == "each":
            return str(weight.value)
        if kind == "pods":
            return phrase("number of pods") if pods is None else str(pods)
        if not weight.value:
            return "0"
        if count is None or pods is None:
            by_pods, total = group.mode.value == LOCAL, weight.value
            return phrase("{weight} in all, by pods" if by_pods else "{weight} in all, evenly", weight=total)
        return str(max(1, weight.value // count))

    def _nodes(self) -> str | None:
        """Which nodes take part, `NOBODY` where no declared node does."""
        annotations, cluster = self._balancer.annotations, self._balancer.cluster
        labels = annotations.get("backend-label")
        if not labels.known:
            return None
        items = parse_labels(labels)
        if items and cluster.node_labels is not None:
            fitting = [node for node in cluster.node_labels if all(item.fits(node) for item in items)]
            if not fitting:
                return NOBODY
        return f"{_NODES} {labels.value}".strip()


def update_groups(clb: Clb, wanted: dict[str, Members], *, own: set[str], ignore_weight: bool) -> Iterator[Call]:
    """The calls that bring the groups of a CLB in line; they are applied to it."""
    for key, members in wanted.items():
        there = clb.groups.get(key)
        if there is None and key in own:
            yield Call("CreateVServerGroup", _about(key), {"VServerGroupName": key}, {})
        before = there.members if there is not None else None
        yield from _members_calls(key, before, members, ignore_weight=ignore_weight)
        kept = members
        if before is not None and ignore_weight and _same_place(before, members):
            kept = members._replace(weight=before.weight)
        clb.groups[key] = Group(kept, own=key in own)


def _members_calls(key: str, before: Members | None, after: Members, *, ignore_weight: bool) -> Iterator[Call]:
    about = _about(key)
    was, comes = _empty(before), _empty(after)
    if was and not comes:
        yield Call("AddVServerGroupBackendServers", about, {}, {BACK_ENDS: (None, _shown(after))})
    elif comes and not was:
        yield Call("RemoveVServerGroupBackendServers", about, {}, {BACK_ENDS: (_shown(before), None)})
    elif before is not None and not comes:
        if not _same_place(before, after):
            changed = {BACK_ENDS: (_shown(before), _shown(after))}
            yield Call("AddVServerGroupBackendServers", about, {}, changed)
            yield Call("RemoveVServerGroupBackendServers", about, {}, changed)
        elif before.weight != after.weight and not ignore_weight and None not in (before.weight, after.weight):
            yield Call("SetVServerGroupAttribute", about, {}, {"weight": (before.weight, after.weight)})


def _same_place(one: Members, other: Members) -> bool:
    same = (one.kind, one.port) == (other.kind, other.port)
    return same and (one.which == other.which or one.which is None or other.which is None)


def _empty(members: Members | None) -> bool:
    return members is None or (members.kind == "ecs" and members.which == NOBODY)


def _about(key: str) -> Text:
    return phrase("server group {name}", name=key)


def _shown(members: Members | None) -> Text | None:
    if members is None:
        return None
    if members.kind == "eni":
        return phrase("pods, port {port}", port=members.port)
    labels = (members.which or "").removeprefix(_NODES).strip()
    if labels:
        return phrase("nodes {labels}, port {port}", labels=labels, port=members.port)
    return phrase("nodes, port {port}", port=members.port)


def clean_groups(clb: Clb, kept: set[str], read: set[str]) -> Iterator[Call]:
    """The calls that remove groups nobody wants any more; of the user's own only those that are still named."""
    for key in [key for key in clb.groups if key not in kept]:
        group = clb.groups[key]
        if group.own:
            yield Call("DeleteVServerGroup", _about(key), {"VServerGroupName": key}, {})
            del clb.groups[key]
        elif key in read:
            if not _empty(group.members):
                changed = {BACK_ENDS: (_shown(group.members), None)}
                yield Call("RemoveVServerGroupBackendServers", _about(key), {}, changed)
            del clb.groups[key]
