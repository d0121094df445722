"""Simulates one sync of a Service by the CCM: API calls, errors, and the new state (SC:reconcile, MA:Apply)."""

from __future__ import annotations

from clblint.balancer.handling import CLB
from clblint.balancer.instance import additional_tags
from clblint.balancer.refused_values import refused_value
from clblint.change.aggregate import joined
from clblint.change.attributes import STAGE, AttributeUpdate
from clblint.change.calls import BALANCER, STATUS_STAGE, TAGS, ApiCall, SyncError
from clblint.change.cloud import OWNER_TAG_NAMES, CloudClb, created_attributes, created_tags
from clblint.change.fingerprint import fingerprint
from clblint.change.groups import GroupCleanUp, Groups, update_groups
from clblint.change.listeners import ListenerUpdate
from clblint.change.present import is_missing, user_made
from clblint.clb.refusals import forbidden, misread_groups
from clblint.i18n.text import phrase
from clblint.kube.quotes import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.change.calls import Texts
    from clblint.change.cloud import State
    from clblint.clb.instance import Parameter
    from clblint.clb.model import ClassicLoadBalancer

BUILD, APPLY = "build lb local model error: ", "apply model error: "
_NO_CLB = (
    "get load balancer attribute from cloud, error: DescribeLoadBalancerAttribute, "
    "ErrorCode: InvalidLoadBalancerId.NotFound"
)
_NOT_FOUND = (
    "alicloud: can not find loadbalancer, but it's defined in service [{ip}] "
    "this may happen when you delete the loadbalancer"
)

_NO_HOST = "Error updating load balancer status: ... status.loadBalancer.ingress[0].hostname: Invalid value: {}"


def requested(balancer: ClassicLoadBalancer) -> Texts:
    """The parameters with which the CCM creates a CLB, without tags; the value of a parameter is None if unknown."""
    texts = ((name, fact) for name, fact in balancer.attributes.items() if isinstance(fact.value, str))
    return {name: str(fact.value) if fact.known else None for name, fact in texts}


class Sync:
    """One sync of a Service; `run` changes the state and fills `calls`, `refused` and `error`.

    `refused` are the errors with their positions, certain or not; `error` is the text of the final error, else empty.
    """

    def __init__(
        self,
        state: State,
        balancer: ClassicLoadBalancer,
        given: Mapping[tuple[str, int], int],
        *,
        cleans: bool = False,
        compares: bool = True,
    ) -> None:
        """`cleans`: another controller handles the Service now.

        `compares` is False if the hash is that of the last good sync: then the CCM looks at server groups only.
        """
        self.calls: list[ApiCall] = []
        self.refused: list[SyncError] = []
        self.error = ""
        self._state = state
        self._balancer = balancer
        self._given = given
        self._created = False
        self._cleans = cleans
        self._compares = compares

    def run(self) -> None:
        """Sync a Service of type LoadBalancer; no effect if the CCM does not handle it."""
        balancer, state = self._balancer, self._state
        if balancer.handled_by.value != CLB and not self._cleans:
            return
        state.node_ports.allocate(balancer, self._given)
        ignored = forbidden(balancer)
        if ignored is not None:
            self._give_up(SyncError(ignored.text, ignored.at, "reconcile"), "")
            return
        state.finalizer = True
        if balancer.refusal is not None:
            self._give_up(SyncError(balancer.refusal.text, balancer.refusal.at, "build"), BUILD)
            return
        if is_missing(balancer):
            self._give_up(SyncError(_NO_CLB, balancer.reuses, "apply"))
            return
        clb = self._find()
        if clb is not None and self._misread_groups():
            return
        if clb is None:
            clb = self._create()
        if clb is None or not self._may_reuse(clb) or self._lacks_a_group():
            return
        self._apply(clb)

    def _give_up(self, refused: SyncError, prefix: str = APPLY) -> None:
        self.refused.append(refused)
        self.error = prefix + refused.text

    def _find(self) -> CloudClb | None:
        if self._balancer.is_reused:
            return user_made(self._state, self._balancer)
        return self._state.own

    def _misread_groups(self) -> bool:
        misread = misread_groups(self._balancer)
        if misread is not None:
            self._give_up(SyncError(misread.text, misread.at, "apply"))
        return misread is not None

    def _create(self) -> CloudClb | None:
        state, balancer = self._state, self._balancer
        if state.bound is not None or state.hostname:
            at = balancer.annotations.get("id")
            text = _NOT_FOUND.replace("{ip}", "") if state.hostname else _NOT_FOUND
            self._give_up(SyncError(f"{STAGE}: {text}", at, "apply"))
            return None
        asked = requested(balancer)
        tags = balancer.annotations.get("additional-resource-tags")
        own: Texts = {**created_tags(), **(additional_tags(tags.value) if tags.known else {})}
        state.own, self._created = CloudClb("", created_attributes(asked, state.cloud), own), True
        if "InstanceChargeType" not in balancer.wishes:  # it may predate the charge type that the CCM uses today
            state.own.assumed.add("InstanceChargeType")
        self.calls.append(ApiCall("CreateLoadBalancer", BALANCER, asked, {}))
        return state.own

    def _may_reuse(self, clb: CloudClb) -> bool:
        """Whether the CCM reuses the CLB (MA:isLoadBalancerReusable), as far as manifests and an inventory show."""
        state, annotations = self._state, self._balancer.annotations
        if not self._balancer.is_reused:
            return True
        if OWNER_TAG_NAMES & set(clb.tags):
            text = f"the loadbalancer {clb.name} can not be reused, can not reuse loadbalancer created by kubernetes."
            self._give_up(SyncError(f"{STAGE}: alicloud: {text}", self._balancer.reuses, "apply"))
            return False
        if annotations.get("external-ip-type").value == "eip" or state.hostname:
            return True
        if state.bound is None or (state.bound is clb and not state.lists_eip) or not self._balancer.reuses.known:
            return True
        listed = "{eip}" if state.lists_eip else "{ip}"
        text = f"service has been associated with ip [{listed}], cannot be bound to ip [{{otherIp}}]"
        text = f"{STAGE}: alicloud: the loadbalancer {clb.name} can not be reused, {text}"
        self._give_up(SyncError(text, self._balancer.reuses, "apply"))
        return False

    def _lacks_a_group(self) -> bool:
        failure = self._balancer.failure
        if failure is None:
            return False
        text = failure.text
        groups = Groups(self._balancer, self._state.cloud, self._state.node_ports)
        for group in self._balancer.server_groups:
            text = text.replace(group.name, groups.name(group))
        self._give_up(SyncError(text, failure.at, "apply"))
        return True

    def _requested(self) -> dict[str, Parameter]:
        """The parameters to compare the CLB with; in the sync that creates it, the charge type as sent (LB:Create)."""
        asked, name = self._balancer.wishes, "InstanceChargeType"
        return {**asked, name: self._balancer.attributes[name]} if self._created and name in asked else asked

    def _apply(self, clb: CloudClb) -> None:
        balancer, state = self._balancer, self._state
        there = frozenset(clb.groups)
        groups = Groups(balancer, state.cloud, state.node_ports)
        wanted = groups.wanted()
        own = {groups.key(group) for group in balancer.server_groups if not group.vgroup_id.value}
        ignore = balancer.annotations.get("ignore-weight-update").value.lower() == "on"
        if self._compares:
            self._take(AttributeUpdate(clb, self._requested(), balancer, state.cloud))
        self.calls += update_groups(clb, wanted, own=own, ignore_weight=ignore)
        if self._compares and balancer.manages_listeners:
            self._take(ListenerUpdate(clb, balancer, groups, state.cloud, there))
        self.error = _joined([refused for refused in self.refused if refused.certain])
        if self.error or (self._compares and not self._cleans_up(clb, set(wanted))):
            return
        state.synced = fingerprint(balancer)  # written before the status (SC:reconcileLoadBalancerResources)
        host = refused_value(balancer.annotations, ("hostname",), "clb")
        if host is not None:
            self._give_up(SyncError(_NO_HOST.format(quoted(host.value)), host, STATUS_STAGE), "")
            return
        state.hostname = bool(balancer.annotations.get("hostname").value)
        state.bound = clb
        state.lists_eip = balancer.lists_eip

    def _take(self, update: AttributeUpdate | ListenerUpdate) -> None:
        update.run()
        self.calls += update.calls
        self.refused += update.refused

    def _cleans_up(self, clb: CloudClb, wanted: set[str]) -> bool:
        """Whether the clean-up of server groups that are no longer wanted succeeds."""
        clean = GroupCleanUp(clb, self._balancer, self._state.cloud)
        clean.run(wanted)
        self.calls += clean.calls
        if clean.error is not None:
            self.refused.append(clean.error)
            self.error = _joined([clean.error])
        return clean.error is None


def _joined(refused: list[SyncError]) -> str:
    """The error text that the CCM aggregates: first the errors of each stage, then the stages."""
    return APPLY + joined(refused, frozenset({STAGE})) if refused else ""


class CleanUp:
    """The sync of a Service that no longer needs a CLB (SC:cleanupLoadBalancerResources, MA:deleteLoadBalancer)."""

    def __init__(self, state: State, balancer: ClassicLoadBalancer) -> None:
        self.calls: list[ApiCall] = []
        self.refused: list[SyncError] = []
        self.error = ""
        self._state = state
        self._balancer = balancer

    def run(self) -> None:
        """Delete the CLB that the CCM created, or only its listeners, groups and tags if it is reused or preserved."""
        state, balancer = self._state, self._balancer
        if not state.finalizer or is_missing(balancer):
            return
        clb = user_made(state, balancer) if balancer.is_reused else state.own
        if clb is None:
            return
        misread = misread_groups(balancer)
        if misread is not None:
            self.refused.append(SyncError(misread.text, misread.at, "apply"))
            self.error = APPLY + misread.text
            return
        if not balancer.is_reused and not balancer.preserved.value:
            self._unprotect(clb, "DeleteProtection", "off", "on")
            self.calls.append(ApiCall("DeleteLoadBalancer", BALANCER, {}, {}))
            state.own = None
            return
        if not balancer.is_reused:
            self._unprotect(clb, "DeleteProtection", "off", "on")
            self._unprotect(clb, "ModificationProtectionStatus", "NonProtection", "ConsoleProtection")
            removed: Texts = dict.fromkeys(sorted(OWNER_TAG_NAMES & set(clb.tags)))
            self.calls.append(ApiCall("UntagResources", TAGS, removed, {}))
        self._empty(clb)

    def _unprotect(self, clb: CloudClb, name: str, off: str, on: str) -> None:
        if clb.attributes.get(name, "") in {on, None}:
            action = f"SetLoadBalancer{name.removesuffix('Status')}"
            self.calls.append(ApiCall(action, BALANCER, {name: off}, {name: (clb.attributes.get(name), off)}))
            clb.attributes[name] = off

    def _empty(self, clb: CloudClb) -> None:
        marks = AttributeUpdate(clb, {}, self._balancer, self._state.cloud)
        marks.mark()
        self.calls += marks.calls
        if clb.attributes.get("AddressIPVersion", "ipv4") == "ipv6":
            text = "alicloud: can not change LoadBalancer AddressIPVersion once created"
            self.refused.append(SyncError(text, self._balancer.service.type, STAGE))
        if self._balancer.manages_listeners:
            mine = {key for key, listener in clb.listeners.items() if listener.is_of(self._balancer.service)}
            for port, protocol in sorted(mine):
                params: Texts = {"ListenerPort": str(port), "ListenerProtocol": protocol}
                about = phrase("{protocol} listener {port}", protocol=protocol, port=port)
                self.calls.append(ApiCall("DeleteLoadBalancerListener", about, params, {}))
            clb.listeners = {key: listener for key, listener in clb.listeners.items() if key not in mine}
        self.error = _joined(self.refused)
        if not self.error:
            clean = GroupCleanUp(clb, self._balancer, self._state.cloud)
            clean.run(set())
            self.calls += clean.calls
            if clean.error is not None:
                self.refused.append(clean.error)
                self.error = _joined([clean.error])
