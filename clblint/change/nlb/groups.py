"""Simulates the update of server groups and their servers (NA:buildServerGroupCreateAndUpdateActions, NG)."""

from __future__ import annotations

from clblint.change.calls import SyncError, certainly_differ
from clblint.change.chosen import Chosen, shown_nodes, shown_pods
from clblint.change.cloud import OWNER_TAG_NAMES
from clblint.change.groups import BACK_ENDS
from clblint.change.nlb.attributes import OWN_TAGS
from clblint.change.nlb.cloud import NlbServerGroup, RefusedCallError
from clblint.change.nlb.sets import Sets, shown
from clblint.i18n.text import phrase
from clblint.nlb.options import KIND_OF, LIST
from clblint.nlb.server_groups import INSTANCE
from clblint.nlb.values.same_set import is_same_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.change.calls import Parameter, ParamValue, Texts
    from clblint.change.nlb.cloud import NetworkCloud, Server
    from clblint.change.nlb.wanted import WantedGroup
    from clblint.i18n.text import Text
    from clblint.nlb.model import NetworkLoadBalancer

# What the API reports for parameters that the create call did not set.
API_DEFAULTS: Texts = {
    "ServerGroupType": INSTANCE, "Scheduler": "Wrr", "ConnectionDrainEnabled": "false", "ConnectionDrainTimeout": "300",
    "PreserveClientIpEnabled": "true", "IpVersionAffinityMode": "NonAffinity",
    "HealthCheckConfig.HealthCheckEnabled": "true", "HealthCheckConfig.HealthCheckType": "TCP",
    "HealthCheckConfig.HealthyThreshold": "2", "HealthCheckConfig.UnhealthyThreshold": "2",
    "HealthCheckConfig.HealthCheckConnectTimeout": "5", "HealthCheckConfig.HealthCheckInterval": "5",
}  # fmt: skip
# The parameters that each update call contains.
_REPEATED = frozenset(API_DEFAULTS) - {"ServerGroupType"} | {"ServerGroupName"}
_BATCH = 40  # servers a call
_ANY_CASE = frozenset({"Scheduler", "IpVersionAffinityMode", "HealthCheckConfig.HealthCheckType",
                       "HealthCheckConfig.HttpCheckMethod"})  # fmt: skip


def type_error(wanted: WantedGroup, there: NlbServerGroup) -> str:
    """The error for a group of the user's of another type than the Service asks for."""
    if not wanted.is_users or not _is_other_type(wanted, there):
        return ""
    has = there.params.get("ServerGroupType")
    return f"ServerGroupType of user managed server group {wanted.id} should be [{wanted.type}], but [{has}]"


def is_made_anew(wanted: WantedGroup, there: NlbServerGroup) -> bool:
    """Whether a group is recreated under the same name, because its type changes."""
    return not wanted.is_users and _is_other_type(wanted, there)


def _is_other_type(wanted: WantedGroup, there: NlbServerGroup) -> bool:
    has = there.params.get("ServerGroupType")
    return bool(wanted.type) and has is not None and wanted.type != has


class GroupUpdate:
    """The calls about server groups; each method returns the errors."""

    def __init__(self, balancer: NetworkLoadBalancer, cloud: NetworkCloud) -> None:
        self._balancer = balancer
        self._cloud = cloud

    def create(self, wanted: WantedGroup) -> list[SyncError]:
        """Make a group and add its servers; afterwards the wanted one has its id."""
        again = {"ResourceGroupId": ""} if wanted.id else {}
        of_cluster = {"ResourceGroupId": self._cloud.resource_group} if self._cloud.resource_group else {}
        vpc = self._balancer.attributes.get("VpcId")
        params: Texts = {
            "ServerGroupName": wanted.name,
            "VpcId": str(vpc.value) if vpc is not None else "{vpcId}",
            **again,
            **of_cluster,
            **wanted.params,
        }
        at = self._balancer.service.type
        try:
            self._cloud.call(
                "nlb:CreateServerGroup", about(wanted.name), {**params, **_written(wanted), "Tags": OWN_TAGS}
            )
        except RefusedCallError as error:
            return [SyncError(f"EnsureServerGroupCreated error: {error}", at, "")]
        id_ = self._cloud.fresh(wanted.name)
        made = NlbServerGroup(id_, {**self._defaults(wanted), **params}, self._balancer.key)
        self._cloud.groups[id_] = made
        wanted.id = id_
        return self._changed("Add", made, wanted.servers, "BatchAddServers error: ")

    def _defaults(self, wanted: WantedGroup) -> Texts:
        """What the API reports for the rest; the API of recorded runs knows no groups that hide clients."""
        hides = self._cloud.documented and wanted.group.hides_clients
        return {**API_DEFAULTS, "PreserveClientIpEnabled": "false"} if hides else API_DEFAULTS

    def update(self, wanted: WantedGroup, there: NlbServerGroup) -> list[SyncError]:
        """Bring a group in line with the wanted one; of a user's group only the servers."""
        errors = [] if wanted.is_users else self._attributes(wanted, there)
        return errors + self._servers(wanted, there)

    def _attributes(self, wanted: WantedGroup, there: NlbServerGroup) -> list[SyncError]:
        asked = wanted.compared
        changed: dict[str, tuple[ParamValue, ParamValue]] = {
            name: (there.params.get(name), value)
            for name, value in asked.items()
            if value and not _is_same(name, there.params.get(name) or "", value)
        }
        if not changed:
            return []
        now = {**there.params, **{name: asked[name] for name in changed}}
        repeated = {name: value for name, value in now.items() if name in _REPEATED or name.startswith("HealthCheck")}
        try:
            self._cloud.call(
                "nlb:UpdateServerGroupAttribute", about(there.name), {"ServerGroupId": there.id, **repeated}, changed
            )
        except RefusedCallError as error:
            return [SyncError(f"UpdateNLBServerGroup error: {error}", self._balancer.service.type, "")]
        there.params = now
        return []

    def _servers(self, wanted: WantedGroup, there: NlbServerGroup) -> list[SyncError]:
        there.servers, asked = Sets(there.servers, wanted.servers).apart()
        had, mine = {one.identity for one in there.servers}, {one.identity for one in asked}
        ours = [one for one in there.servers if self.is_ours(one)]
        removed = [one for one in ours if one.identity not in mine]
        updated = [one for one in asked for other in there.servers if _is_changed(one, other, wanted)]
        errors = self._changed("Add", there, [one for one in asked if one.identity not in had])
        if not wanted.invalid:
            errors += self._changed("Remove", there, removed) + self._changed("Update", there, updated)
        there.servers = list(Sets(there.servers, wanted.servers).whole())
        return errors

    def is_ours(self, server: Server) -> bool:
        """Whether its description says that this Service added it (NG:isServerManagedByMyService)."""
        return is_named(server.name, self._balancer.key)

    def empty(self, there: NlbServerGroup) -> list[SyncError]:
        """Remove the servers of this Service from a group that stays."""
        return self._changed("Remove", there, [one for one in there.servers if self.is_ours(one)])

    def _changed(self, verb: str, group: NlbServerGroup, servers: list[Server], prefix: str = "") -> list[SyncError]:
        """Add, remove or update servers, in batches; stop at the first that is refused."""
        action, sent, apply = _CALLS[verb]
        for start in range(0, len(servers), _BATCH):
            some = servers[start : start + _BATCH]
            params: dict[str, Parameter] = {"ServerGroupId": group.id, "Servers": [sent(one) for one in some]}
            try:
                self._cloud.call(action, about(group.name or group.id), params, _shown_change(verb, group, some))
            except RefusedCallError as error:
                return [SyncError(f"{prefix}{error}", self._balancer.service.type, "")]
            group.servers = list(apply(group.servers, some))
        return []

    def untag(self, group: NlbServerGroup) -> list[SyncError]:
        """Take away the tags by which the CCM finds a group."""
        if not group.owner:
            return []
        params: Texts = {"ResourceType": "servergroup", "TagKeys": ",".join(sorted(OWNER_TAG_NAMES))}
        try:
            self._cloud.call("nlb:UntagResources", about(group.name), params)
        except RefusedCallError as error:
            return [SyncError(str(error), self._balancer.service.type, "")]
        group.owner = ""
        return []

    def delete(self, group: NlbServerGroup) -> list[SyncError]:
        """Delete a group."""
        at = self._balancer.service.type
        try:
            self._cloud.call("nlb:DeleteServerGroup", about(group.name), {"ServerGroupId": group.id})
        except RefusedCallError as error:
            return [SyncError(str(error), at, "")]
        if self._cloud.documented and self._cloud.is_used(group.id):
            why = phrase("server group {name} cannot be deleted while a listener uses it", name=group.name)
            return [SyncError("DeleteServerGroup, StatusCode: ...", at, "", why=why)]
        del self._cloud.groups[group.id]
        return []


def _written(wanted: WantedGroup) -> Texts:
    """The parameters as written, with placeholders for unknown values."""
    return {name: str(fact.value) for name, fact in wanted.group.settings.items() if not fact.known}


def _added(there: list[Server], some: list[Server]) -> Iterator[Server]:
    yield from there
    yield from some


def _removed(there: list[Server], some: list[Server]) -> Iterator[Server]:
    gone = {one.identity for one in some}
    return (one for one in there if one.identity not in gone)


def _updated(there: list[Server], some: list[Server]) -> Iterator[Server]:
    now = {one.identity: one for one in some}
    return (now.get(one.identity, one) for one in there)


_CALLS: dict[str, tuple[str, Callable[[Server], Texts], Callable[[list[Server], list[Server]], Iterator[Server]]]] = {
    "Add": ("nlb:AddServersToServerGroup", lambda server: server.added, _added),
    "Remove": ("nlb:RemoveServersFromServerGroup", lambda server: server.removed, _removed),
    "Update": ("nlb:UpdateServerGroupServersAttribute", lambda server: server.added, _updated),
}


def is_named(text: str, key: str) -> bool:
    """Whether a name or description is the CCM's for this Service (NO:LoadNLBSGNamedKey, 3.7)."""
    parts = text.split(".")
    return len(parts) == _PARTS and parts[0] == "k8s" and ".".join(parts[3:]) == key


_PARTS = 6


def is_named_by_ccm(text: str) -> bool:
    """Whether a name is one that the CCM gives, for any Service."""
    return len(text.split(".")) == _PARTS and text.startswith("k8s.")


def _is_changed(wanted: Server, there: Server, group: WantedGroup) -> bool:
    if wanted.identity != there.identity:
        return False
    weighted = not group.ignores_weight and certainly_differ(wanted.weight, there.weight)
    return weighted or wanted.port != there.port or wanted.name != there.name


def _is_same(name: str, has: str, wanted: str) -> bool:
    if KIND_OF.get(name) == LIST:
        return is_same_set(wanted.split(","), tuple(has.split(",")) if has else ())
    return has.lower() == wanted.lower() if name in _ANY_CASE else has == wanted


def about(name: str) -> Text:
    """The server group as the subject of a call."""
    return phrase("server group {name}", name=name)


def _shown_change(verb: str, group: NlbServerGroup, some: list[Server]) -> dict[str, tuple[ParamValue, ParamValue]]:
    """The change in words: the servers before and after, or their weights."""
    had = next((one for one in group.servers if one.identity == some[0].identity), None)
    if verb == "Update" and had is not None and had.port == some[0].port:
        return {"weight": (had.weight, some[0].weight)} if certainly_differ(had.weight, some[0].weight) else {}
    if verb == "Update" and had is not None:
        return {BACK_ENDS: (_shown(had), _shown(some[0]))}
    return {BACK_ENDS: some[0].part or ((None, _shown(some[0])) if verb == "Add" else (_shown(some[0]), None))}


def _shown(server: Server) -> Text:
    alone = shown_pods if server.kind == "Eni" else shown_nodes
    return shown(server) or alone(Chosen(""), server.port)
