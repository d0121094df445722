"""Simulates one sync of a Service by the NLB controller: calls, errors, and the new state (NC:reconcile, NA:Apply)."""

from __future__ import annotations

from clblint.balancer.handling import NLB
from clblint.balancer.instance import DEFAULT_NAME, OWNER_TAG
from clblint.change.aggregate import joined
from clblint.change.calls import STATUS_STAGE, SyncError
from clblint.change.cloud import OWNER_TAG_NAMES
from clblint.change.fingerprint import fingerprint
from clblint.change.nlb.attributes import STAGE, InstanceUpdate
from clblint.change.nlb.clean import clean_groups
from clblint.change.nlb.cloud import Instance, RefusedCallError
from clblint.change.nlb.groups import GroupUpdate, is_made_anew, is_named_by_ccm, type_error
from clblint.change.nlb.listeners import apply_listeners
from clblint.change.nlb.making import create_nlb, take_away
from clblint.change.nlb.remote import Remote, read_remote
from clblint.change.nlb.security import STAGE as SECURITY_STAGE
from clblint.change.nlb.security import SourceRanges
from clblint.change.nlb.servers import BackEndsError
from clblint.change.nlb.state import network_of
from clblint.change.nlb.wanted import WantedGroup, share_id
from clblint.nlb.refusals import Beyond, refusal_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.change.calls import ApiCall
    from clblint.change.cloud import State
    from clblint.change.nlb.cloud import Nlb, NlbServerGroup
    from clblint.nlb.model import NetworkLoadBalancer
    from clblint.nlb.server_groups import NetworkServerGroup

BUILD, APPLY = "build lb local model error: ", "apply model error: "
INVALID = "has invalid server in server groups"
NOT_FOUND = (
    "alicloud: can not find loadbalancer, but it's defined in service [{ip}] "
    "this may happen when you delete the loadbalancer"
)
_GONE = "ResourceNotFound.loadBalancer"
_TOGETHER = frozenset({STAGE, SECURITY_STAGE})


class StoppedError(Exception):
    """The errors that stop a sync, and their prefix."""

    def __init__(self, refused: list[SyncError], prefix: str = APPLY) -> None:
        super().__init__(prefix)
        self.refused = refused
        self.prefix = prefix


class NetworkSync:
    """One sync of a Service; `run` changes the state and fills `calls`, `refused` and `error`.

    `refused` are the errors with their positions, certain or not; `error` is the text of the final error, else empty.
    """

    def __init__(
        self,
        state: State,
        balancer: NetworkLoadBalancer,
        given: Mapping[tuple[str, int], int],
        *,
        gone: bool = False,
    ) -> None:
        """`gone`: the Service is deleted."""
        self.calls: list[ApiCall] = []
        self.refused: list[SyncError] = []
        self.error = ""
        self._state = state
        self._network = network_of(state)
        self._cloud = self._network.cloud
        self._balancer = balancer
        self._given = given
        self._ending = gone or balancer.service.type.value != "LoadBalancer"
        self._cleans = self._ending or balancer.handled_by.value != NLB
        self._changed = self._ending or state.synced != fingerprint(balancer)
        self._invalid = False
        self._is_new = False

    def run(self) -> None:
        """Sync the Service, or clean up after it; nothing happens if it never had an NLB."""
        if self._cleans and not self._network.finalizer:
            return
        first = len(self._cloud.calls)
        try:
            self._sync()
        except StoppedError as stopped:
            self.refused += stopped.refused
            certain = [one for one in stopped.refused if one.certain]
            self.error = stopped.prefix + joined(certain, _TOGETHER) if certain else ""
        self.calls = self._cloud.calls[first:]
        self._finish()

    def _sync(self) -> None:
        if not self._ending:
            self._state.node_ports.allocate(self._balancer, self._given)
        self._network.finalizer = True
        wanted = [] if self._ending else self._build()
        nlb = self._find()
        remote = Remote([])
        if nlb is not None:
            remote = self._read(nlb)
        there = _snapshot(nlb) if nlb is not None else None
        if self._changed:
            nlb, there, remote = self._prepare(nlb, there, remote)
        self._apply(nlb, there, remote, wanted)

    def _finish(self) -> None:
        """Write labels and status (NC:updateServiceLabels), or remove them after a clean-up."""
        if self._cleans and (not self.error or _GONE in self.error):
            self.error = ""
            self._state.release()
            self._network.release()
            return
        if self.error or self._cleans:
            return
        self._state.synced = fingerprint(self._balancer)
        self._state.hostname = True
        if self._invalid:
            self.refused.append(SyncError(INVALID, self._balancer.service.type, STATUS_STAGE))
            self.error = INVALID

    def _build(self) -> list[WantedGroup]:
        """The server groups that are wanted.

        Raises:
            StoppedError: the CCM gives up on the Service while it builds its model

        """
        found: list[WantedGroup] = []

        def fill(group: NetworkServerGroup) -> str:
            try:
                found.append(WantedGroup(group, self._cloud, self._state.node_ports))
            except BackEndsError as error:
                return str(error)
            return ""

        refusal = refusal_of(self._balancer, Beyond(self._look_up, fill))
        if refusal is not None:
            raise StoppedError([SyncError(refusal.text, refusal.at, "")], BUILD)
        return found

    def _look_up(self, group: NetworkServerGroup) -> str:
        """The error of looking up a group of the user; empty if it exists."""
        id_, nlb = group.vgroup_id, self._balancer.reuses.value
        there = self._cloud.group(id_.value) if id_.value and id_.known else None
        if there is not None and (there.owner or is_named_by_ccm(there.name)):
            return f"cannot reuse a ccm created server group {id_.value} for nlb {nlb}"
        lost = id_.value and id_.known and there is None
        return f"cannot find server group id {id_.value} for nlb {nlb}" if lost else ""

    def _find(self) -> Nlb | None:
        """The NLB: by the id that the Service names, else by its tag, else by its default name (NB:Find)."""
        balancer, key = self._balancer, self._balancer.key
        if balancer.is_reused:
            found = self._cloud.nlb(balancer.reuses.value)
            if found is None:
                text = (
                    f"get nlb attribute from cloud error: [SDKError] API: GetLoadBalancerAttribute, ErrorCode: {_GONE}"
                )
                raise StoppedError([SyncError(text, balancer.reuses, "")])
            return found
        mine = [nlb for nlb in self._cloud.nlbs.values() if nlb.owner == key]
        tagged = (nlb for nlb in mine if OWNER_TAG in nlb.instance.tags)
        called = (nlb for nlb in mine if nlb.instance.attributes.get("LoadBalancerName") == DEFAULT_NAME)
        return next(tagged, None) or next(called, None)

    def _read(self, nlb: Nlb | None) -> Remote:
        remote, errors = read_remote(self._balancer, self._cloud, nlb, listeners=self._changed)
        if errors:
            raise StoppedError(errors)
        return remote

    def _prepare(
        self, nlb: Nlb | None, there: Instance | None, remote: Remote
    ) -> tuple[Nlb | None, Instance | None, Remote]:
        """Create, delete or check the NLB (NA:prepareLoadBalancer)."""
        try:
            if self._ending:
                return self._take_away(nlb, remote), there, remote
            if nlb is None:
                nlb, self._is_new = self._create(), True
                there = _snapshot(nlb)
                self._update_new(nlb, there)
        except RefusedCallError as error:
            raise StoppedError([SyncError(str(error), self._balancer.service.type, STAGE)]) from None
        self._check_reuse(nlb)
        return nlb, there, remote

    def _take_away(self, nlb: Nlb | None, remote: Remote) -> Nlb | None:
        if self._balancer.is_reused:
            return nlb
        if nlb is None:
            remote.groups[:] = self._read(None).groups
            return None
        return take_away(self._balancer, self._cloud, nlb)

    def _create(self) -> Nlb:
        state = self._state
        if state.bound is not None or state.hostname:
            text = NOT_FOUND.format(ip="" if state.hostname else "{ip}")
            raise StoppedError([SyncError(text, self._balancer.annotations.get("id"), STAGE)])
        return create_nlb(self._balancer, self._cloud)

    def _update_new(self, nlb: Nlb, there: Instance) -> None:
        """Update a new NLB at once, if attributes are set that the create call does not take."""
        groups = [part.text for part in self._balancer.security_group_ids]
        if groups or {"Ipv6AddressType", "CrossZoneEnabled"} & set(self._balancer.wishes):
            errors = self._update(nlb, there, groups if self._balancer.sets_security_groups else None)
            if any(error.certain for error in errors):
                raise StoppedError(errors)

    def _update(self, nlb: Nlb, there: Instance, groups: list[str] | None) -> list[SyncError]:
        return InstanceUpdate(nlb, there, self._balancer, self._cloud, is_new=self._is_new).run(groups)

    def _check_reuse(self, nlb: Nlb) -> None:
        """Stop unless the NLB may be reused (NA:isNLBReusable)."""
        if not self._balancer.is_reused:
            return
        reason, state = "", self._state
        if OWNER_TAG_NAMES & set(nlb.instance.tags):
            reason = "can not reuse loadbalancer created by kubernetes."
        elif (state.bound is not None or state.hostname) and self._network.bound != nlb.id:
            has = "{dnsName}" if self._network.bound else ""
            reason = f"service has been associated with dnsname [{has}], cannot be bound to dnsname [{{otherDnsName}}]"
        if reason and self._balancer.reuses.known:
            text = f"the loadbalancer {nlb.id} can not be reused, {reason}"
            raise StoppedError([SyncError(text, self._balancer.reuses, STAGE)])

    def _apply(self, nlb: Nlb | None, there: Instance | None, remote: Remote, wanted: list[WantedGroup]) -> None:
        """Update instance, security group, server groups and listeners, then clean up."""
        ranges = self._find_ranges(there) if self._changed else None
        actions = self._pair(wanted, remote)
        if nlb is None and not self._ending:
            text = f"alicloud: can not find loadbalancer by tag [{OWNER_TAG}:{DEFAULT_NAME}]"
            raise StoppedError([SyncError(text, self._balancer.service.type, "")])
        errors: list[SyncError] = []
        known = {id(one): one.id for one in wanted}
        if nlb is not None and there is not None and self._changed and not self._ending:
            errors += self._update(nlb, there, self._security_groups(ranges))
        if ranges is not None:
            errors += ranges.update_rules()
        update = GroupUpdate(self._balancer, self._cloud)
        for one, group in actions:
            errors += update.create(one) if group is None else update.update(one, group)
            share_id(one, wanted)
        if nlb is not None and self._changed and self._balancer.manages_listeners:
            pairs = [] if self._ending else list(zip(self._balancer.listeners, wanted, strict=True))
            errors += apply_listeners(self._balancer, self._cloud, nlb, pairs, known)
        if not any(error.certain for error in errors) and self._changed:
            errors += clean_groups(self._balancer, update, remote, wanted)
            errors += self._drop_ranges(ranges)
        if any(error.certain for error in errors):
            raise StoppedError(errors)
        self.refused += errors
        self._invalid = any(one.invalid for one in wanted)
        if nlb is not None:
            self._network.bound = nlb.id
        if self._changed:
            self._network.labelled = ranges is not None and ranges.group is not None

    def _find_ranges(self, there: Instance | None) -> SourceRanges | None:
        """The security group of the source ranges; None if the CCM looks for none, or fails to."""
        found = SourceRanges(self._balancer, self._cloud, ending=self._ending)
        joined_some = there is not None and bool(there.security_groups)
        if self._balancer.is_reused or not (found.wanted is not None or joined_some or self._network.labelled):
            return None
        return found if found.prepare() else None

    def _security_groups(self, ranges: SourceRanges | None) -> list[str] | None:
        """The security groups that the NLB must be in; None to leave them as they are (NB:Update)."""
        balancer, group = self._balancer, ranges.group if ranges is not None else None
        if balancer.sets_security_groups and not balancer.annotations.get("security-group-ids").known:
            return None
        ids = [part.text for part in balancer.security_group_ids]
        if group is not None and ranges is not None and ranges.wanted is not None:
            ids.append(group.id)
        return ids if balancer.sets_security_groups or group is not None or ids else None

    def _pair(self, wanted: list[WantedGroup], remote: Remote) -> list[tuple[WantedGroup, NlbServerGroup | None]]:
        """Each wanted group once, with the existing one or None (NA:buildServerGroupCreateAndUpdateActions)."""
        done: set[str] = set()
        pairs: list[tuple[WantedGroup, NlbServerGroup | None]] = []
        for one in wanted:
            key, there = one.key, remote.find(one)
            if there is not None:
                one.id = there.id
            if key in done:
                continue
            done.add(key)
            if there is not None and (text := type_error(one, there)):
                raise StoppedError([SyncError(text, self._balancer.annotations.get("server-group-type"), "")])
            pairs.append((one, None if there is not None and is_made_anew(one, there) else there))
        return pairs

    def _drop_ranges(self, ranges: SourceRanges | None) -> list[SyncError]:
        if ranges is None or ranges.wanted is not None or (self._balancer.preserved.value and self._ending):
            return []
        return ranges.delete()


def _snapshot(nlb: Nlb) -> Instance:
    """The state of an NLB that the API reports before a sync changes it."""
    there = nlb.instance
    return there._replace(attributes=dict(there.attributes), tags=dict(there.tags))
