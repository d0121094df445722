"""`ReadCluster`: the facts about the cluster that a snapshot shows, each with the place where it was read."""

from __future__ import annotations

import re

from clblint.diagnose.hash_label import (
    EQUAL,
    KNOWN_UNTIL,
    SHORT_FORM_SINCE,
    SOURCE_RANGES_SINCE,
    counts_ranges,
    hash_verdict,
)
from clblint.diagnose.nodes import is_foreign, is_of_ack, is_virtual, provider_id, region_and_server
from clblint.diagnose.objects import FORCE_ENI
from clblint.diagnose.times import parse_time
from clblint.fast import NamedTuple, cached_property
from clblint.kube.versions import is_older, parse_version
from clblint.kube.well_known import CLB_FINALIZER, ID_LABEL, MASTER_LABEL, NLB_FINALIZER, READINESS_GATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.shape import Plain
    from clblint.diagnose.snapshot import Snapshot

FLANNEL, TERWAY = "flannel", "terway"
DEDICATED, MANAGED, SERVERLESS = "dedicated", "managed", "serverless"
CCM = "cloud-controller-manager"
OF_HASH_LABEL = "hash label of "  # before the Service with the label that shows a version
OF_A_CONDITION = "condition of a Pod"  # that shows a version, too
_SYSTEM, _LEASE = "kube-system", "ccm"
_STALE, _RECENT = 60.0, 600.0  # seconds: an older lease is lost; an event within ten minutes shows that the CCM runs
_OWNER_LENGTH = 32  # characters
_EVENTS_SINCE = "v1.9.3.276"
_RANGE = re.compile(r"--service-node-port-range[= ](\d{1,5})-(\d{1,5})")
_LOCAL = re.compile(r"ip_local_port_range\D{0,5}?[=\s\"']+(\d{1,5})[ \t]+(\d{1,5})")
_LOCAL_ECHO = re.compile(r"(\d{1,5})[ \t]+(\d{1,5})[\"']?\s*>\s*\S*ip_local_port_range")


class Known(NamedTuple):
    """A value and where it was read; the value is empty if it is not known."""

    value: str
    source: str


_NOTHING = Known("", "")


class ReadCluster:
    """The cluster as the snapshot shows it. What is not shown is empty or None, never assumed."""

    def __init__(
        self, snapshot: Snapshot, declared_version: str = "", declared_plugin: str = "", declared_quota: int = 0
    ) -> None:
        """What the configuration declares beats what the snapshot shows; empty and 0 stand for nothing declared."""
        self.snapshot = snapshot
        self.declared_quota = declared_quota  # back ends of a load balancer
        self._declared_version = declared_version
        self._declared_plugin = declared_plugin

    @cached_property
    def now(self) -> float:
        """The time of the snapshot, in seconds since 1970."""
        return self.snapshot.now.seconds

    @cached_property
    def nodes(self) -> list[LiveObject]:
        """All nodes in the snapshot."""
        return list(self.snapshot.all("Node"))

    @cached_property
    def node_by_name(self) -> dict[str, LiveObject]:
        """The nodes by name."""
        return {node.name: node for node in self.nodes}

    @property
    def nodes_known(self) -> bool:
        """Whether all nodes were collected."""
        return self.snapshot.collected("Node")

    @cached_property
    def region(self) -> str:
        """The region in the first provider id that has one; empty if none does."""
        return next((region for node in self.nodes if (region := region_and_server(node)[0])), "")

    @cached_property
    def kubernetes_version(self) -> Known:
        """The version of the kubelets; the API server has the same or is up to three minor versions newer."""
        found = ((node.text("status", "nodeInfo", "kubeletVersion"), f"Node {node.name}") for node in self.nodes)
        return next((Known(version, source) for version, source in found if version), _NOTHING)

    @cached_property
    def network_plugin(self) -> Known:
        """`flannel` or `terway`, by its DaemonSet or by the route controller's condition of nodes."""
        if self._declared_plugin:
            return Known(self._declared_plugin, ".clblint.yaml")
        for kind in ("DaemonSet", "Pod"):
            for thing in self.snapshot.within(kind, _SYSTEM):
                if thing.name.startswith(("terway", "terway-eniip", "terway-eni")):
                    return Known(TERWAY, f"{kind} {thing.id}")
                if thing.name.startswith("kube-flannel"):
                    return Known(FLANNEL, f"{kind} {thing.id}")
        for node in self.nodes:
            if node.condition("NetworkUnavailable").get("reason") in {"RouteCreated", "NoRouteCreated"}:
                return Known(FLANNEL, f"Node {node.name}")
        return _NOTHING

    @cached_property
    def kind(self) -> Known:
        """`dedicated`, `managed` or `serverless`."""
        for workload in self.ccm_workloads:
            return Known(DEDICATED, f"{workload.kind} {workload.id}")
        for node in self.nodes:
            if MASTER_LABEL in node.labels:
                return Known(DEDICATED, f"Node {node.name}")
        if self.nodes and all(map(is_virtual, self.nodes)):
            return Known(SERVERLESS, f"Node {self.nodes[0].name}")
        ack = next((node for node in self.nodes if is_of_ack(node)), None)
        return Known(MANAGED, f"Node {ack.name}") if ack is not None and self.nodes_known else _NOTHING

    @cached_property
    def ccm_workloads(self) -> list[LiveObject]:
        """The DaemonSets, Deployments and Pods of the CCM; a managed cluster hides them."""
        kinds = ("DaemonSet", "Deployment", "Pod")
        found = (thing for kind in kinds for thing in self.snapshot.within(kind, _SYSTEM))
        return [thing for thing in found if thing.name.startswith(CCM) or thing.labels.get("app") == CCM]

    @cached_property
    def ccm_version(self) -> Known:
        """The exact version, from its image; empty if that is hidden."""
        if self._declared_version:
            return Known(self._declared_version, ".clblint.yaml")
        for workload in self.ccm_workloads:
            for container in containers_of(workload):
                tag = container.get("image", "").rpartition(":")[2]
                if parse_version(tag) is not None:
                    return Known(tag, f"{workload.kind} {workload.id}")
        return _NOTHING

    @cached_property
    def ccm_at_least(self) -> Known:
        """A lower bound of the version: the exact one, or the first version that writes what the snapshot shows."""
        if self.ccm_version.value:
            return self.ccm_version
        best = _NOTHING
        for version, source in self._bounds():
            if not best.value or is_older(best.value, version):
                best = Known(version, source)
        return best

    def _bounds(self) -> Iterator[tuple[str, str]]:
        """Yield lower bounds of the version of the CCM, with the place that shows each."""
        for event in self.snapshot.events:
            if event.reason == "PreservedOnDelete":
                yield "v2.10.0", f"Event {event.id}".strip()
            elif event.of_ccm:
                yield _EVENTS_SINCE, f"Event {event.id}".strip()
        if any(self._has_gate_condition(pod) for pod in self.snapshot.all("Pod")):
            yield "v2.10.0", OF_A_CONDITION
        yield from self._bounds_by_services()

    def _bounds_by_services(self) -> Iterator[tuple[str, str]]:
        """Yield the bounds that labels and finalizers of Services show, each once."""
        shown: tuple[tuple[str, str, Callable[[LiveObject], bool]], ...] = (
            ("v2.4.0", "", lambda one: ID_LABEL in one.labels),
            ("v2.5.0", "", lambda one: NLB_FINALIZER in one.items("metadata", "finalizers")),
            (SHORT_FORM_SINCE, OF_HASH_LABEL, self._has_short_hash),
            (SOURCE_RANGES_SINCE, OF_HASH_LABEL, counts_ranges),
        )
        for version, what, holds in shown:
            found = next((one for one in self.snapshot.all("Service") if holds(one)), None)
            if found is not None:
                yield version, f"{what}Service {found.id}"

    def _has_short_hash(self, service: LiveObject) -> bool:
        described = (service.namespace, service.name) in self.snapshot.described
        return hash_verdict(service, described=described) == EQUAL

    @staticmethod
    def _has_gate_condition(pod: LiveObject) -> bool:
        return any(one.get("type", "").startswith(READINESS_GATE) for one in pod.items("status", "conditions"))

    def ccm_is_older(self, than: str) -> bool | None:
        """Whether the CCM is older than a version; None if that is not known."""
        if self.ccm_version.value:
            return is_older(self.ccm_version.value, than)
        bound = self.ccm_at_least.value
        return False if bound and not is_older(bound, than) else None

    @property
    def short_hash(self) -> bool:
        """Whether the CCM certainly writes the hash label of the form since v2.7.0.

        A CCM newer than `KNOWN_UNTIL` may write another form, unless the snapshot has a label of this form.
        """
        version = self.ccm_version.value
        if version and not is_older(version, KNOWN_UNTIL):
            return any(map(self._has_short_hash, self.snapshot.all("Service")))
        return self.ccm_is_older(SHORT_FORM_SINCE) is False

    @cached_property
    def lease(self) -> LiveObject | None:
        """The lease by which the CCM elects its leader; None if it was not collected."""
        return self.snapshot.find("Lease", _SYSTEM, _LEASE)

    @cached_property
    def lease_renewed(self) -> float | None:
        """When the CCM renewed its lease, in seconds since 1970; None if that is not known."""
        return parse_time(self.lease.text("spec", "renewTime")) if self.lease is not None else None

    @cached_property
    def last_sign_of_ccm(self) -> float | None:
        """The newest time of its events, its log and its writes, in seconds since 1970; None if there are none."""
        snapshot = self.snapshot
        events = (event.last for event in snapshot.events if event.of_ccm and event.last is not None)
        writes = (
            write.time
            for service in snapshot.all("Service")
            for write in service.raw.get("writes", [])
            if is_ccm(write.manager) and write.time is not None
        )
        return max([*events, *writes, *(line.time(self.now) for line in snapshot.log)], default=None)

    @cached_property
    def ccm_running(self) -> bool | None:
        """Whether the CCM runs, by its lease, its activity in the last ten minutes, or its pods; None if unknown."""
        sign = self.last_sign_of_ccm
        if self.snapshot.now.firm and sign is not None and self.now - sign < _RECENT:
            return True
        if self.lease_renewed is not None:
            return self.now - self.lease_renewed <= _STALE
        pods = [pod for pod in self.ccm_workloads if pod.kind == "Pod"]
        return False if pods and not any(is_pod_ready(pod) for pod in pods) else None

    @cached_property
    def foreign(self) -> str:
        """Why this is a cluster of another cloud, as a provider id or version; empty if it is not."""
        real = [node for node in self.nodes if not is_virtual(node)]
        if not real or self._has_trace_of_ccm:
            return ""
        others = [node for node in real if is_foreign(node)]
        if len(others) == len(real):
            return provider_id(others[0])
        bare = all(not provider_id(node) and not is_of_ack(node) for node in real)
        return real[0].text("status", "nodeInfo", "kubeletVersion") or real[0].name if bare else ""

    @cached_property
    def _has_trace_of_ccm(self) -> bool:
        """Whether the CCM works here: its lease, its workload, or its finalizer."""
        services = self.snapshot.all("Service")
        return (
            self.lease is not None
            or bool(self.ccm_workloads)
            or any(is_ours(name) for service in services for name in service.items("metadata", "finalizers"))
            or any(ID_LABEL in service.labels for service in services)
        )

    @cached_property
    def node_port_range(self) -> tuple[int, int, str] | None:
        """The node port range and its place, from the arguments of the API server; None if that is hidden."""
        return self._range(_RANGE, self.snapshot.within("Pod", _SYSTEM))

    @cached_property
    def local_port_range(self) -> tuple[int, int, str] | None:
        """The local port range of the nodes and its place, where a pod sets it; None if none does."""
        makers = [thing for kind in ("DaemonSet", "Pod") for thing in self.snapshot.all(kind) if thing.raw]
        return self._range(_LOCAL, makers) or self._range(_LOCAL_ECHO, makers)

    @staticmethod
    def _range(pattern: re.Pattern[str], things: Iterable[LiveObject]) -> tuple[int, int, str] | None:
        for thing in things:
            words = [word for container in containers_of(thing, raw=True) for word in _words(container)]
            found = pattern.search(" ".join(words))
            if found and int(found[1]) <= int(found[2]):
                return int(found[1]), int(found[2]), f"{thing.kind} {thing.id}"
        return None

    @cached_property
    def default_back_ends(self) -> Known:
        """`eni` if the CCM is configured to use pods as back ends by default; empty if that is unknown."""
        for workload in self.ccm_workloads:
            for container in containers_of(workload):
                for setting in container.get("env", []):
                    if setting.get("name") == FORCE_ENI and setting.get("value", "").lower() == "true":
                        return Known("eni", f"{workload.kind} {workload.id}")
        return _NOTHING

    @cached_property
    def feature_gates(self) -> tuple[dict[str, bool], str]:
        """The feature gates that the CCM is started with, and where they were read."""
        for workload in self.ccm_workloads:
            words = [word for container in containers_of(workload) for word in _words(container)]
            given = next((word for word in words if word.startswith("--feature-gates=")), "")
            pairs = (item.partition("=") for item in given.partition("=")[2].split(",") if "=" in item)
            gates = {name.strip(): value.strip().lower() == "true" for name, _, value in pairs}
            if gates:
                return gates, f"{workload.kind} {workload.id}"
        return {}, ""

    @cached_property
    def forbids_public(self) -> Known:
        """Whether an event says that CLBs with a public address are forbidden."""
        found = (one for one in self.snapshot.events if "create public address slb is not allowed" in one.message)
        return next((Known("true", f"Event {one.id}".strip()) for one in found), _NOTHING)

    @cached_property
    def vpc(self) -> Known:
        """The VPC of a load balancer that the CCM made for a Service of this cluster, by the inventory."""
        inventory = self.snapshot.inventory
        owners = {owner_tag(one.uid) for one in self.snapshot.all("Service") if one.uid}
        for clb in inventory.clbs if inventory is not None else ():
            if clb.owner is not None and clb.owner.value in owners and clb.get("VpcId").value:
                return Known(clb.get("VpcId").value, f"CLB {clb.id.value}")
        return _NOTHING

    @property
    def is_too_old_for_events(self) -> bool:
        """Whether the CCM is known to be too old to write events."""
        return self.ccm_is_older(_EVENTS_SINCE) is True


def owner_tag(uid: str) -> str:
    """The value of the tag by which the CCM finds the load balancer of a Service."""
    return ("a" + uid.replace("-", ""))[:_OWNER_LENGTH]


def is_ccm(manager: str) -> bool:
    """Whether a field manager is the CCM."""
    return manager.rpartition("/")[2] == CCM


def is_ours(finalizer: str) -> bool:
    """Whether a finalizer is the CCM's."""
    return finalizer in {CLB_FINALIZER, NLB_FINALIZER}


def containers_of(thing: LiveObject, *, raw: bool = False) -> list[Plain]:
    """The containers of a Pod, or of the template of a workload."""
    spec = thing.raw.get("spec") if raw and thing.raw else thing.body.get("spec")
    spec = spec if isinstance(spec, dict) else {}
    template = spec.get("template")
    if isinstance(template, dict):
        inner = template.get("spec")
        spec = inner if isinstance(inner, dict) else {}
    found = spec.get("containers")
    init = spec.get("initContainers") if raw else None
    lists = (one for one in (found, init) if isinstance(one, list))
    return [one for listed in lists for one in listed if isinstance(one, dict)]


def _words(container: Plain) -> Iterator[str]:
    for key in ("command", "args"):
        listed = container.get(key)
        yield from (word for word in listed if isinstance(word, str)) if isinstance(listed, list) else ()


def is_pod_ready(pod: LiveObject) -> bool:
    """Whether the condition Ready of a pod is True."""
    return pod.condition("Ready").get("status") == "True"
