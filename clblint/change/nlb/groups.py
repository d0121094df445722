"""The server groups of a Service: created, filled, updated, cleaned up (NG:UpdateServerGroup, NA:cleanup)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG
from clblint.change.nlb.calls import batches, numbered, numbered_maps, on_the_wire, same_set, tags_of, texts_of
from clblint.change.nlb.cloud import key_of
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.nlb.options import DRAIN_TIMEOUT, GROUP_OPTIONS, KIND_OF, LIST, is_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.change.nlb.calls import Calls
    from clblint.change.nlb.cloud import CloudGroup, NetworkCloud, Server
    from clblint.change.nlb.servers import Servers
    from clblint.i18n.text import Text
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup

# Never compared with what a group has.
_FIXED = frozenset({"Protocol", "AnyPortEnabled", "ServerGroupType", "AddressIPVersion", "ResourceGroupId"})
_FOLDED = frozenset({"Scheduler", "HealthCheckConfig.HealthCheckType", "HealthCheckConfig.HttpCheckMethod"})


class Filled(NamedTuple):
    """A group of the model with its name in the cloud and its servers."""

    group: NetworkServerGroup
    name: str
    servers: Servers


class GroupUpdate:
    """Brings the server groups of one Service to what it asks for.

    `run` fills `ids`, the groups in use by name, and returns an error that stops the sync before any call.
    """

    def __init__(self, balancer: NetworkLoadBalancer, cloud: NetworkCloud, calls: Calls, vpc: str) -> None:
        self.ids: dict[str, str] = {}
        self.used: set[str] = set()
        self._balancer = balancer
        self._cloud = cloud
        self._calls = calls
        self._vpc = vpc
        self._owner = key_of(balancer.service)

    def refused(self, filled: Iterable[Filled]) -> str:
        """The error for a group of the user's that is of another type than the annotation asks for."""
        for one in filled:
            there, wanted = self._there(one), _wanted_type(one)
            if there is not None and one.group.is_users and wanted not in {"", _type_of(there)}:
                has = _type_of(there)
                return f"ServerGroupType of user managed server group {there.id} should be [{wanted}], but [{has}]"
        return ""

    def run(self, filled: Iterable[Filled]) -> None:
        """Create or update each group once, by the first of the ports that share it.

        If the type changes a group of the same name is made, but listeners stay on the one that is there.
        """
        for one in filled:
            key = one.group.vgroup_id.value or one.group.name
            if key in self.ids:
                continue
            there = self._there(one)
            if there is None:
                self.ids[key] = self._create(one)
                self.used.add(self.ids[key])
                continue
            self.ids[key] = there.id
            if _wanted_type(one) in {"", _type_of(there)}:
                self._update(one, there)
                self.used.add(there.id)
            else:
                self.used.add(self._create(one, again=True))

    def _there(self, one: Filled) -> CloudGroup | None:
        if one.group.is_users:
            return self._cloud.groups.get(one.group.vgroup_id.value)
        own = (group for group in self._cloud.groups.values() if group.owner == self._owner)
        return next((group for group in own if group.name == one.name), None)

    def _create(self, one: Filled, *, again: bool = False) -> str:
        """Create a group with its servers; returns its id. One that is made anew is sent an empty resource group."""
        params = texts_of(one.group.settings)
        if not params.get("ResourceGroupId") and self._cloud.around.resource_group:
            params["ResourceGroupId"] = self._cloud.around.resource_group
        made = self._cloud.add_group(one.name, params, self._owner)
        empty = {"ResourceGroupId": ""} if again else {}
        sent = {"ServerGroupName": one.name, "VpcId": self._vpc, **empty, **on_the_wire(params)}
        self._calls.add("CreateServerGroup", about(made), {**sent, **tags_of(OWN_TAGS.items())})
        self._send("AddServersToServerGroup", made, one.servers.servers)
        made.servers = {server.identity: server for server in one.servers.servers}
        return made.id

    def _update(self, one: Filled, there: CloudGroup) -> None:
        if not one.group.is_users:
            self._update_settings(one, there)
        self._update_servers(one, there)

    def _update_settings(self, one: Filled, there: CloudGroup) -> None:
        wanted = texts_of(one.group.settings)
        changed: dict[str, tuple[str | None, str | None]] = {
            name: (there.params.get(name, _DEFAULTS.get(name, "")), value)
            for name, value in (wanted | self._timeout()).items()
            if name not in _FIXED and _is_other(name, value, there.params.get(name, _DEFAULTS.get(name, "")))
        }
        if "ConnectionDrainTimeout" in changed and changed["ConnectionDrainTimeout"][1] == "0":
            del changed["ConnectionDrainTimeout"]  # 0 is never seen as a change
        if not changed:
            return
        sent = {name: value for name, (_, value) in changed.items() if value is not None}
        kept = {name: value for name, value in there.params.items() if name not in _FIXED}
        params = {"ServerGroupId": there.id, "ServerGroupName": there.name, **on_the_wire({**kept, **sent})}
        self._calls.add("UpdateServerGroupAttribute", about(there), params, changed)
        there.params |= sent

    def _timeout(self) -> dict[str, str]:
        """A timeout for draining is compared even without the flag, unlike at a creation."""
        fact = DRAIN_TIMEOUT.sent(self._balancer.annotations.get(DRAIN_TIMEOUT.suffix))
        return {DRAIN_TIMEOUT.parameter: fact.value} if fact is not None and fact.known else {}

    def _update_servers(self, one: Filled, there: CloudGroup) -> None:
        """Add, then remove, then update; while a server is invalid nothing is removed or updated (NG:diff)."""
        wanted = {server.identity: server for server in one.servers.servers}
        self._send("AddServersToServerGroup", there, [s for key, s in wanted.items() if key not in there.servers])
        added = {key: server for key, server in wanted.items() if key not in there.servers}
        if one.servers.invalid:
            there.servers |= added
            return
        gone = [s for key, s in there.servers.items() if key not in wanted and self.is_ours(s)]
        self._send("RemoveServersFromServerGroup", there, gone)
        keep_weights = is_on(self._balancer.annotations.get("ignore-weight-update").value)
        changed = [
            s
            for key, s in wanted.items()
            if key in there.servers and _is_updated(s, there.servers[key], keep_weights=keep_weights)
        ]
        self._send("UpdateServerGroupServersAttribute", there, changed)
        for server in gone:
            del there.servers[server.identity]
        there.servers |= added | {server.identity: server for server in changed}

    def is_ours(self, server: Server) -> bool:
        """Whether the description of a server names this Service (NG:isServerManagedByMyService)."""
        return server.description.endswith(f".{self._balancer.key}") and server.description.startswith("k8s.")

    def _send(self, action: str, group: CloudGroup, servers: Sequence[Server]) -> None:
        for some in batches(servers, self._cloud.around.batch):
            params = numbered_maps("Servers", (_sent(server, action) for server in some))
            self._calls.add(action, about(group), {"ServerGroupId": group.id, **params})

    def clean_up(self, *, preserved: bool) -> None:
        """Delete the groups of the Service that are not in use; of a group of the user's take its servers out."""
        for group in list(self._cloud.groups.values()):
            if group.id in self.used:
                continue
            if group.owner == self._owner and preserved:
                self._calls.add(
                    "UntagResources",
                    about(group),
                    {"ResourceType": "servergroup", "ResourceId.1": group.id, **numbered("TagKey", OWN_TAGS)},
                )
                group.owner = ""
            elif group.owner == self._owner:
                self._calls.add("DeleteServerGroup", about(group), {"ServerGroupId": group.id})
                del self._cloud.groups[group.id]
            elif group.id in self._named and not preserved:
                mine = [server for server in group.servers.values() if self.is_ours(server)]
                self._send("RemoveServersFromServerGroup", group, mine)

    @property
    def _named(self) -> set[str]:
        """The ids that `vgroup-port` names, for whatever port."""
        return {item.group.text for item in self._balancer.vgroup_items}


_PARTS = 6
OWN_TAGS = {OWNER_TAG: DEFAULT_NAME, CLUSTER_TAG: "{clusterId}"}
_DEFAULTS = {option.parameter: option.default for option in GROUP_OPTIONS} | {
    "IpVersionAffinityMode": "NonAffinity", "HealthCheckConfig.HealthCheckInterval": "5",
}  # fmt: skip


def is_made_by_ccm(name: str) -> bool:
    """Whether a name is one that the CCM gives: six parts, the first of them `k8s` (NO:LoadNLBSGNamedKey)."""
    parts = name.split(".")
    return len(parts) == _PARTS and parts[0] == "k8s"


def about(group: CloudGroup) -> Text:
    """A group in words."""
    return phrase("server group {name}", name=group.name if group.owner else group.id)


def _wanted_type(one: Filled) -> str:
    fact = one.group.balancer.annotations.get("server-group-type")
    return one.group.type.value if not fact.is_empty else ""


def _type_of(group: CloudGroup) -> str:
    return group.params.get("ServerGroupType", "Instance")


def _is_other(name: str, value: str, there: str) -> bool:
    if KIND_OF.get(name) == LIST:
        return not same_set(value.split(","), there.split(",") if there else [])
    return value.lower() != there.lower() if name in _FOLDED else value != there


def _is_updated(wanted: Server, there: Server, *, keep_weights: bool) -> bool:
    same_weight = keep_weights or wanted.weight == there.weight
    return not (same_weight and (wanted.port, wanted.description) == (there.port, there.description))


def _sent(server: Server, action: str) -> dict[str, str | None]:
    """An item of `Servers`; a removal needs neither weight nor description."""
    sent: dict[str, str | None] = {"ServerId": server.id, "ServerType": server.kind, "Port": server.port}
    if server.address:
        sent["ServerIp"] = server.address
    more = {"Weight": server.weight, "Description": server.description}
    return sent if action.startswith("Remove") else {**sent, **more}
