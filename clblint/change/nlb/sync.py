"""Simulates one sync of a Service with an NLB: API calls, errors, and the new state (NC:reconcile, NA:Apply)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.handling import NLB
from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG, additional_tags
from clblint.change.cloud import BALANCER, SyncError
from clblint.change.fingerprint import fingerprint
from clblint.change.nlb.attributes import NlbUpdate
from clblint.change.nlb.calls import Calls, numbered_maps, tags_of
from clblint.change.nlb.cloud import CloudNlb, key_of
from clblint.change.nlb.groups import Filled, GroupUpdate, is_made_by_ccm
from clblint.change.nlb.listeners import ListenerUpdate
from clblint.change.nlb.security import RangesUpdate
from clblint.change.nlb.servers import BackEndError, servers_of
from clblint.nlb.instance import DUAL_STACK, INTRANET, IPV4
from clblint.nlb.refusals import Beyond, refusal_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.change.cloud import ApiCall
    from clblint.change.nlb.cloud import NetworkCloud
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup
    from clblint.source.place import Located

BUILD, APPLY = "build lb local model error: ", "apply model error: "
_ATTRIBUTES = "update nlb attribute error: "
_GONE = (
    "alicloud: can not find loadbalancer, but it's defined in service [] "
    "this may happen when you delete the loadbalancer"
)
_INVALID = "has invalid server in server groups"


class Sync:
    """One sync of a Service; `run` changes the cloud and fills `calls`, `refused` and `error`.

    `refused` are the errors with their positions; `error` is the text of the final error, else empty.
    """

    def __init__(self, cloud: NetworkCloud, balancer: NetworkLoadBalancer) -> None:
        self.refused: list[SyncError] = []
        self.error = ""
        self._calls = Calls()
        self._cloud = cloud
        self._balancer = balancer
        self._key = key_of(balancer.service)
        self._state = cloud.state_of(balancer.service)
        self._filled: list[Filled] = []

    @property
    def calls(self) -> list[ApiCall]:
        """The calls, in one of the orders in which they may be made."""
        return self._calls.made

    def run(self) -> None:
        """Sync a Service; nothing happens for one that the NLB controller does not handle."""
        balancer = self._balancer
        if balancer.handled_by.value != NLB:
            return
        refusal = refusal_of(balancer, Beyond(self._look_up, self._fill))
        if refusal is not None:
            self._give_up(refusal.text, refusal.at, BUILD, refusal.stage)
            return
        if balancer.is_reused and balancer.reuses.value not in self._cloud.nlbs:
            self._give_up("get nlb attribute from cloud error: API: GetLoadBalancerAttribute", balancer.reuses)
            return
        nlb = self._find()
        if nlb is not None and self._groups_misread():
            return
        if self._state.synced is None or self._state.synced != fingerprint(balancer):
            self._apply(nlb)
        elif nlb is not None:
            self._apply_groups(nlb)

    def _give_up(self, text: str, at: Located, prefix: str = APPLY, stage: str = "apply") -> None:
        self.refused.append(SyncError(text, at, stage))
        self.error = prefix + text

    def _look_up(self, group: NetworkServerGroup) -> str:
        """The error of looking up a group of the user's."""
        wanted, id_ = group.vgroup_id.value, self._balancer.reuses.value
        if wanted in self._cloud.missing:
            return f"cannot find server group id {wanted} for nlb {id_}"
        there = self._cloud.groups.get(wanted)
        if there is not None and (there.owner or is_made_by_ccm(there.name)):
            return f"cannot reuse a ccm created server group {wanted} for nlb {id_}"
        return ""

    def _fill(self, group: NetworkServerGroup) -> str:
        """Work out the servers of a group; returns the error with which the CCM gives up."""
        port = group.service_port
        given = self._cloud.around.node_ports.get((port.protocol.value, port.port.value))
        node_port = str(port.node_port.value or given or (0 if group.on_pods else group.port_key))
        name = group.name if group.on_pods else group.name.replace(f".{group.port_key}.", f".{node_port}.", 1)
        try:
            found = servers_of(group, self._cloud.around, node_port)
        except BackEndError as error:
            return str(error)
        renamed = tuple(server._replace(description=name) for server in found.servers)
        self._filled.append(Filled(group, name, found._replace(servers=renamed)))
        return ""

    def _find(self) -> CloudNlb | None:
        if self._balancer.is_reused:
            return self._cloud.nlbs[self._balancer.reuses.value]
        return self._cloud.nlbs.get(self._cloud.own.get(self._key, ""))

    def _groups_misread(self) -> bool:
        """Whether reading the groups of an NLB that is there fails, for any item of `vgroup-port`."""
        misread = self._balancer.failure
        if misread is not None:
            self._give_up(misread.text, misread.at)
            return True
        prefix = "get lb backend from remote error: DescribeVServerGroups error: "
        for item in self._balancer.vgroup_items:
            if item.group.text in self._cloud.missing:
                self._give_up(f"{prefix}reused server group id {item.group.text} not found", item.at)
                return True
        return False

    def _apply(self, nlb: CloudNlb | None) -> None:
        """A full sync (NA:Apply): the NLB, its groups, its listeners, and what is not needed any more."""
        balancer, created = self._balancer, nlb is None
        if nlb is None:
            nlb = self._create()
        if nlb is None or not self._may_reuse(nlb):
            return
        update = NlbUpdate(balancer, nlb, self._calls, created=created)
        if created and self._has_more_to_set and self._failed(_joined(_ATTRIBUTES, update.run())):
            return
        ranges = RangesUpdate(balancer, self._cloud, self._calls)
        wanted, managed = ranges.find(nlb)
        groups = GroupUpdate(balancer, self._cloud, self._calls, nlb.attributes.get("VpcId", "{vpcId}"))
        if self._failed(groups.refused(self._filled)):
            return
        errors = _joined(_ATTRIBUTES, update.run(wanted, managed=managed))
        update.apply(wanted, managed=managed)
        ranges.update_rules()
        groups.run(self._filled)
        if balancer.manages_listeners:
            ListenerUpdate(balancer, nlb, groups.ids, self._calls).run(f".{balancer.key}")
        if self._failed(errors):
            return
        groups.clean_up(preserved=balancer.preserved.value)
        ranges.clean_up()
        self._state.security_group = wanted
        self._done(nlb)

    def _apply_groups(self, nlb: CloudNlb) -> None:
        """A sync of a Service whose fingerprint is that of the last good one: server groups only."""
        groups = GroupUpdate(self._balancer, self._cloud, self._calls, nlb.attributes.get("VpcId", "{vpcId}"))
        if not self._failed(groups.refused(self._filled)):
            groups.run(self._filled)
            self._done(nlb)

    def _done(self, nlb: CloudNlb) -> None:
        self._state.synced = fingerprint(self._balancer)
        self._state.bound = nlb.id
        if any(one.servers.invalid for one in self._filled):
            self.error = _INVALID

    def _failed(self, error: str) -> bool:
        if error:
            self._give_up(error, self._balancer.service.name)
        return bool(error)

    @property
    def _has_more_to_set(self) -> bool:
        """Whether the NLB is updated once within its creation (NA:prepareLoadBalancer)."""
        wishes = self._balancer.wishes
        return bool(self._balancer.security_group_ids) or "Ipv6AddressType" in wishes or "CrossZoneEnabled" in wishes

    def _create(self) -> CloudNlb | None:
        balancer, around = self._balancer, self._cloud.around
        if self._state.bound:
            self._give_up(f"{_ATTRIBUTES}{_GONE}", balancer.reuses)
            return None
        asked = {name: fact.value for name, fact in balancer.attributes.items() if isinstance(fact.value, str)}
        if around.resource_group:
            asked.setdefault("ResourceGroupId", around.resource_group)
        zones = [item.parameters for item in balancer.zone_mappings]
        own = [(OWNER_TAG, DEFAULT_NAME), (CLUSTER_TAG, "{clusterId}")]
        text = balancer.annotations.get("additional-resource-tags")
        more = list(additional_tags(text.value).items()) if text.known else []
        sent = {**asked, **numbered_maps("ZoneMappings", zones), **tags_of([*own, *more])}
        self._calls.add("CreateLoadBalancer", BALANCER, sent)
        made = CloudNlb(self._cloud.new_id(), _reported(asked, around.created), zones, dict([*own, *more]))
        self._cloud.nlbs[made.id] = made
        self._cloud.own[self._key] = made.id
        return made

    def _may_reuse(self, nlb: CloudNlb) -> bool:
        """Whether the CCM reuses an NLB: none that a CCM made, none but the one in the status (NA:isNLBReusable)."""
        if not self._balancer.is_reused:
            return True
        refused = f"{_ATTRIBUTES}the loadbalancer {nlb.id} can not be reused, "
        if OWNER_TAG in nlb.tags or CLUSTER_TAG in nlb.tags:
            return not self._failed(f"{refused}can not reuse loadbalancer created by kubernetes.")
        bound = self._state.bound
        if bound not in {"", nlb.id}:
            names = f"[{{dnsName of {bound}}}], cannot be bound to dnsname [{{dnsName of {nlb.id}}}]"
            return not self._failed(f"{refused}service has been associated with dnsname {names}")
        return True


def _reported(asked: dict[str, str], created: Mapping[str, str]) -> dict[str, str]:
    """The attributes that the API reports for an NLB created with these parameters."""
    version = asked.get("AddressIpVersion", IPV4)
    private = {"Ipv6AddressType": INTRANET} if version == DUAL_STACK else {}
    return {"AddressIpVersion": version, "CrossZoneEnabled": "true", **private, **created, **asked}


def _joined(prefix: str, errors: list[str]) -> str:
    """Errors as Go joins them: one as it is, several in brackets."""
    if not errors:
        return ""
    return prefix + (errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]")
