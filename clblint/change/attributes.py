"""Simulates the update of CLB attributes and tags: compares wanted with present values (LB:Update).

Only attributes with an annotation are compared. A change of an immutable one is an error, any other is applied.
"""

from __future__ import annotations

from clblint.balancer.instance import CLUSTER_TAG, OWNER_TAG, REASON
from clblint.change.calls import BALANCER, TAGS, ApiCall, SyncError
from clblint.change.cloud import INTERNET, REUSED_TAG
from clblint.clb.instance import NETWORK_TYPE_SINCE, PAY_BY_CLCU, PAY_BY_SPEC, SMALLEST_SPEC
from clblint.i18n.text import phrase
from clblint.kube.versions import known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.cloud import Cloud, CloudClb
    from clblint.clb.instance import Parameter
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.kube.fact import Fact
    from clblint.source.located import Located

STAGE = "update lb attribute error"
_MOST_TAGS = 10
_BY_BANDWIDTH = "paybybandwidth"
# The CCM sends a reason only with this value, which is not valid (PB:SetLoadBalancerModificationProtection).
_WITH_REASON = ("ModificationProtectionStatus", "on")
_REASON: dict[str, str | None] = {"ModificationProtectionReason": REASON}
# (parameter, annotation, error text), in the order in which the CCM compares them.
IMMUTABLE = (
    ("MasterZoneId", "master-zoneid", "alicloud: can not change LoadBalancer master zone id once created"),
    ("SlaveZoneId", "slave-zoneid", "alicloud: can not change LoadBalancer slave zone id once created"),
    ("AddressType", "address-type", "alicloud: can not change LoadBalancer AddressType once created. delete and retry"),
    ("AddressIPVersion", "ip-version", "alicloud: can not change LoadBalancer AddressIPVersion once created"),
    ("ResourceGroupId", "resource-group-id", "alicloud: can not change ResourceGroupId once created"),
    ("NetworkType", "network-type", "alicloud: can not change LoadBalancer network type once created"),
    ("Address", "ip", "alicloud: can not change LoadBalancer address once created"),
)  # fmt: skip


class AttributeUpdate:
    """One pass of LB:Update over a CLB; `run` changes the CLB and fills `calls` and `refused`."""

    def __init__(self, clb: CloudClb, asked: dict[str, Parameter], balancer: ClassicLoadBalancer, cloud: Cloud) -> None:
        self.calls: list[ApiCall] = []
        self.refused: list[SyncError] = []
        self._clb = clb
        self._balancer = balancer
        self._cloud = cloud
        self._facts = asked
        self._wanted = {name: fact.value for name, fact in asked.items() if isinstance(fact.value, str) and fact.known}

    def run(self) -> None:
        """Compare all attributes, in the CCM's order."""
        self.mark()
        self._refuse()
        self._charge()
        self._internet()
        self._follow("SetLoadBalancerDeleteProtection", "DeleteProtection")
        self._follow("SetLoadBalancerModificationProtection", "ModificationProtectionStatus")
        self._follow("SetLoadBalancerName", "LoadBalancerName")
        self._tag()

    def mark(self) -> None:
        """Tag the CLB as reused or owned, unless it has the tag."""
        tags, key = self._clb.tags, REUSED_TAG if self._balancer.is_reused else OWNER_TAG
        if key not in tags and len(tags) < _MOST_TAGS:
            tags[key] = "true" if self._balancer.is_reused else "{name}"
            self.calls.append(ApiCall("TagResources", TAGS, {key: tags[key]}, {key: (None, tags[key])}))

    def _refuse(self) -> None:
        for name, suffix, text in IMMUTABLE:
            found = self._clash(name, suffix)
            if found is not None:
                at, certain = found
                self.refused.append(SyncError(text, at, STAGE, certain))

    def _clash(self, name: str, suffix: str) -> tuple[Located, bool] | None:
        annotation = self._balancer.annotations.get(suffix)
        wanted = annotation.value
        if name == "AddressIPVersion":
            wanted = wanted or "ipv4"
        if not wanted or not annotation.known:
            return None
        if name == "NetworkType" and known_older(self._balancer.cluster.declared.ccm_version, NETWORK_TYPE_SINCE):
            return None
        there = self._clb.attributes.get(name)
        if there is None:
            return self._guess(name, annotation)
        return None if there == wanted else (annotation, name not in self._clb.assumed)

    def _guess(self, name: str, annotation: Fact[str]) -> tuple[Located, bool] | None:
        """Handle an unknown present value; for a reused CLB it is assumed to be the first value that is wanted."""
        if name in self._clb.attributes or not annotation.value:
            return None
        if not self._balancer.is_reused:
            return annotation, False
        self._clb.attributes[name] = annotation.value
        self._clb.assumed.add(name)
        return None

    def _charge(self) -> None:
        wanted, there = self._wanted.get("InstanceChargeType", ""), self._clb.attributes.get("InstanceChargeType")
        if there is None:
            return
        if wanted and wanted != there:
            params: dict[str, str | None] = {"InstanceChargeType": wanted}
            if wanted.lower() == PAY_BY_SPEC.lower():
                params["LoadBalancerSpec"] = self._wanted.get("LoadBalancerSpec") or SMALLEST_SPEC
            refused = self._is_refused(there, wanted)
            self._call("ModifyLoadBalancerInstanceChargeType", params, refused=refused)
            if wanted.lower() == PAY_BY_CLCU.lower():  # the API reports another spelling: sent at each sync
                self._clb.attributes["InstanceChargeType"] = PAY_BY_CLCU
        elif (wanted or there).lower() == PAY_BY_SPEC.lower():
            self._follow("ModifyLoadBalancerInstanceSpec", "LoadBalancerSpec")

    def _is_refused(self, there: str, wanted: str) -> bool:
        """Whether the API refuses to change the charge type from CLCU back to spec, as documented."""
        ways = (PAY_BY_CLCU.lower(), PAY_BY_SPEC.lower())
        if not self._cloud.documented or (there.lower(), wanted.lower()) != ways:
            return False
        error = "User does not have permission modify InstanceChargeType to spec"
        at = self._balancer.annotations.get("instance-charge-type")
        certain = "InstanceChargeType" not in self._clb.assumed
        text = f"updateInstanceChargeTypeAndInstanceSpec error: {error}"
        why = phrase("PayByCLCU cannot be changed to PayBySpec")
        self.refused.append(SyncError(text, at, STAGE, certain, why))
        return True

    def _internet(self) -> None:
        there = self._clb.attributes
        params = {name: there.get(name) for name in ("InternetChargeType", "Bandwidth")}
        charge, bandwidth = self._wanted.get("InternetChargeType"), self._wanted.get("Bandwidth")
        changes = False
        if charge and params["InternetChargeType"] not in {charge, None}:
            changes, params["InternetChargeType"] = True, charge
        if bandwidth and bandwidth != params["Bandwidth"] and charge == _BY_BANDWIDTH:
            changes, params["Bandwidth"] = True, bandwidth
        if changes and there.get("AddressType") == INTERNET:
            self._call("ModifyLoadBalancerInternetSpec", {name: value for name, value in params.items() if value})

    def _follow(self, action: str, name: str) -> None:
        wanted = self._wanted.get(name)
        if not wanted or (name in self._clb.attributes and self._clb.attributes[name] in {None, wanted}):
            return
        self._call(action, {name: wanted, **(_REASON if (name, wanted) == _WITH_REASON else {})})

    def _call(self, action: str, params: dict[str, str | None], *, refused: bool = False) -> None:
        there = self._clb.attributes
        changed = {name: (there.get(name), value) for name, value in params.items() if there.get(name) != value}
        for name in _REASON:
            changed.pop(name, None)
        self.calls.append(ApiCall(action, BALANCER, params, changed))
        if not refused:
            there.update(params)

    def _tag(self) -> None:
        fact: Fact[object] | None = self._facts.get("Tags")
        if fact is None or not fact.known or not isinstance(fact.value, dict) or not fact.value:
            return
        marks = _DEFAULT_TAGS | ({REUSED_TAG} if self._balancer.is_reused else set())
        wanted, there = _own(fact.value, marks), _own(self._clb.tags, marks)
        missing = {key: value for key, value in wanted.items() if there.get(key) != value or key not in there}
        stale = {key: value for key, value in there.items() if key not in wanted}
        if missing:
            self.calls.append(
                ApiCall("TagResources", TAGS, missing, {k: (there.get(k), v) for k, v in missing.items()})
            )
        if stale:
            self.calls.append(ApiCall("UntagResources", TAGS, stale, {k: (v, None) for k, v in stale.items()}))
        for key in stale:
            del self._clb.tags[key]
        self._clb.tags.update(missing)


def _own(tags: dict[str, str | None] | dict[str, str], marks: frozenset[str]) -> dict[str, str | None]:
    return {key: value for key, value in _items(tags) if key not in marks and not key.startswith("acs:")}


def _items(tags: dict[str, str | None] | dict[str, str]) -> Iterator[tuple[str, str | None]]:
    yield from tags.items()


_DEFAULT_TAGS = frozenset({OWNER_TAG, CLUSTER_TAG})
