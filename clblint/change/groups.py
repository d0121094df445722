"""Simulates the update of server groups and back ends (MA:buildVGroupCreateAndUpdateActions, VG:diff, MA:cleanup)."""

from __future__ import annotations

from clblint.balancer.existing import is_of
from clblint.change.calls import ApiCall, SyncError, certainly_differ
from clblint.change.chosen import Moves, chosen_nodes, chosen_pods, shown_nodes, shown_pods
from clblint.change.cloud import CloudServerGroup, Members
from clblint.change.weights import weight_of
from clblint.i18n.text import N_, phrase
from clblint.inventory.records import named_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.cloud import Cloud, CloudClb
    from clblint.change.node_ports import NodePorts
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.clb.server_groups import ClassicServerGroup
    from clblint.i18n.text import Text

BACK_ENDS = N_("back ends")
CLEAN_UP_STAGE = "cleanup lb error"


class Groups:
    """The server groups that a model wants, by name, or by id if they are the user's."""

    def __init__(self, balancer: ClassicLoadBalancer, cloud: Cloud, node_ports: NodePorts) -> None:
        self._balancer = balancer
        self._cloud = cloud
        self._node_ports = node_ports

    def key(self, group: ClassicServerGroup) -> str:
        """The id of a group or its name, which contains the node port if known."""
        if group.vgroup_id.value:
            return group.vgroup_id.value
        return self.name(group)

    def name(self, group: ClassicServerGroup) -> str:
        """The name of a group."""
        return self._node_ports.name_of(group)

    def wanted(self) -> dict[str, list[Members]]:
        """The members of each group by key, one entry per port that shares it; without groups that the CCM drops."""
        made: dict[str, list[Members]] = {}
        for group in self._balancer.server_groups:
            if group.dropped is None:
                made.setdefault(self.key(group), []).append(self._members(group))
        return made

    def _members(self, group: ClassicServerGroup) -> Members:
        own = self._node_ports.get(group.service_port) or str(group.node_port.value)
        if group.on_pods:
            target, count = str(group.target_port.value), self._cloud.back_ends
            port, chosen = self._cloud.named_ports.get(target, target), chosen_pods(self._balancer)
        else:
            port, chosen = own, chosen_nodes(self._balancer)
            count = self._cloud.nodes if chosen.declared is None else len(chosen.declared)
        kind, weight = "eni" if group.on_pods else "ecs", weight_of(group, count, self._cloud.pods)
        return Members(kind, port, weight, chosen, self.name(group))


def update_groups(
    clb: CloudClb, wanted: dict[str, list[Members]], *, own: set[str], ignore_weight: bool
) -> Iterator[ApiCall]:
    """Yield the calls that update the server groups of a CLB to the wanted ones, and apply them to it.

    If ports share a group, the first port with a difference decides.
    """
    for key, asked in wanted.items():
        there = clb.groups.get(key)
        if there is None and key in own:
            yield ApiCall("CreateVServerGroup", _about(key), {"VServerGroupName": key}, {})
        before = there.members if there is not None else None
        members = asked[0]
        for one in asked:
            calls = list(_members_calls(key, before, one, ignore_weight=ignore_weight))
            yield from calls
            if calls or there is None:
                members = one
                break
        if before is not None and ignore_weight and _alike(before, members):
            members = members._replace(weight=before.weight)
        clb.groups[key] = CloudServerGroup(members, own=key in own)


def _members_calls(key: str, before: Members | None, after: Members, *, ignore_weight: bool) -> Iterator[ApiCall]:
    """Yield the calls that add, remove and update back ends (VG:diff).

    A back end with another port is a different back end; if a server has both ports, the CCM also updates it.
    """
    about, sent = _about(key), _sent(after)
    if before is not None:
        ends = before.chosen.told_from(after.chosen), after.chosen.told_from(before.chosen)
        before, after = before._replace(chosen=ends[0]), after._replace(chosen=ends[1])
    if before is None or _empty(before) or _empty(after):
        if before is not None and not _empty(before):
            yield ApiCall("RemoveVServerGroupBackendServers", about, _sent(before), {BACK_ENDS: (_shown(before), None)})
        elif not _empty(after):
            yield ApiCall("AddVServerGroupBackendServers", about, sent, {BACK_ENDS: (None, _shown(after))})
        return
    moved, changed = before.port != after.port, {BACK_ENDS: (_shown(before), _shown(after))}
    added, removed, kept = _servers(before, after)
    if added or (kept and moved):
        yield ApiCall("AddVServerGroupBackendServers", about, sent, changed)
    if removed or (kept and moved):
        yield ApiCall("RemoveVServerGroupBackendServers", about, _sent(before), changed)
    weighted = not ignore_weight and certainly_differ(before.weight, after.weight)
    if kept and (moved or weighted or before.name != after.name):
        differs = {"weight": (before.weight, after.weight)} if certainly_differ(before.weight, after.weight) else {}
        yield ApiCall("SetVServerGroupAttribute", about, sent, changed if moved else differs)


def _alike(before: Members, after: Members) -> bool:
    """Whether both describe the same back ends at the same ports."""
    return before.port == after.port and _servers(before, after) == Moves(added=False, removed=False, kept=True)


def _servers(before: Members, after: Members) -> Moves:
    """Whether servers are added, removed, and kept."""
    if before.kind != after.kind:
        return Moves(added=True, removed=True, kept=False)
    return before.chosen.moves_to(after.chosen)


def _empty(members: Members) -> bool:
    return members.chosen.is_empty


def _sent(members: Members) -> dict[str, str | None]:
    """The parameters that are sent for each back end."""
    weight = members.weight
    return {"Type": members.kind, "Port": members.port, "Weight": None if weight is None else str(weight)}


def _about(key: str) -> Text:
    return phrase("server group {name}", name=key)


def _shown(members: Members) -> Text:
    return (shown_pods if members.kind == "eni" else shown_nodes)(members.chosen, members.port)


class GroupCleanUp:
    """The clean-up of server groups that are no longer used; `run` fills `calls` and `error`, at which it stops."""

    def __init__(self, clb: CloudClb, balancer: ClassicLoadBalancer, cloud: Cloud) -> None:
        self.calls: list[ApiCall] = []
        self.error: SyncError | None = None
        self._clb = clb
        self._balancer = balancer
        self._cloud = cloud

    def run(self, kept: set[str]) -> None:
        """Delete unused groups, and empty those of the user that an annotation still names."""
        read = {item.group.text for item in self._balancer.vgroup_items}
        for key in [key for key in self._clb.groups if key not in kept]:
            group = self._clb.groups[key]
            if group.own and is_of(self._balancer.service, named_key(key)):
                self._delete(key)
            elif not group.own and key in read:
                self._empty(key, group)
            if self.error is not None:
                return

    def _delete(self, key: str) -> None:
        self.calls.append(ApiCall("DeleteVServerGroup", _about(key), {"VServerGroupName": key}, {}))
        if self._cloud.documented and self._is_used(key):
            text = "DeleteVServerGroup, ErrorCode: RspoolVipExist"
            self.error = SyncError(text, self._balancer.reuses, CLEAN_UP_STAGE)
        else:
            del self._clb.groups[key]

    def _is_used(self, key: str) -> bool:
        """Whether a group is in use by a listener that stays because the CCM no longer manages listeners."""
        return any(one.group == key and not one.forward for one in self._clb.listeners.values())

    def _empty(self, key: str, group: CloudServerGroup) -> None:
        if group.members is not None and not _empty(group.members):
            changed = {BACK_ENDS: (_shown(group.members), None)}
            self.calls.append(ApiCall("RemoveVServerGroupBackendServers", _about(key), _sent(group.members), changed))
        del self._clb.groups[key]
