"""`LiveService`: a load balancer Service and what belongs to it: annotations, events, back ends, pods, hash label."""

from __future__ import annotations

from clblint.balancer.handling import CLB, NLB, NONE
from clblint.diagnose.cluster import FLANNEL, is_ccm, is_ours, owner_tag
from clblint.diagnose.endpoints import Endpoint, endpoints_of
from clblint.diagnose.hash_label import ABSENT, DIFFERS, EQUAL, OLDER_FORM, PASSED, UNKNOWN, hash_verdict
from clblint.diagnose.nodes import fits, is_virtual, reason_out
from clblint.diagnose.objects import LiveObject
from clblint.diagnose.snapshot import writes_of
from clblint.fast import cached_property
from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX
from clblint.kube.well_known import ID_LABEL, LAST_APPLIED, NLB_CLASS
from clblint.search.event_texts import CHANGE, CLEAN_FAILED, SYNC_FAILED, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.diagnose.cluster import ReadCluster
    from clblint.diagnose.events import Event
    from clblint.diagnose.label_sets import LabelSets
    from clblint.diagnose.reading.ccm_log import LogLine
    from clblint.diagnose.shape import Plain
    from clblint.diagnose.snapshot import Snapshot
    from clblint.inventory.inventory import Balancers
    from clblint.inventory.network import Nlb
    from clblint.inventory.records import BalancerRecord, Clb

ENI, ECS, EITHER = "eni", "ecs", ""
_DIRECT = {"backend-type": DOMAIN + "backend-type", "class": DOMAIN + "class"}
_TUNNEL = "tunnel-type"
_LIFE_OF_EVENTS = 3600.0  # seconds, by default
_RETRIED = 11 * 60.0  # seconds: the CCM retries every five minutes


class LiveService:
    """A Service of type LoadBalancer within its snapshot."""

    def __init__(
        self,
        thing: LiveObject,
        snapshot: Snapshot,
        cluster: ReadCluster,
        all_services: SnapshotServices,
        *,
        only_reported: bool = False,
    ) -> None:
        """`only_reported`: the snapshot has events or a log about the Service, but not the Service itself."""
        self.only_reported = only_reported
        self.thing = thing
        self.snapshot = snapshot
        self.cluster = cluster
        self.all_services = all_services
        self.kept: dict[str, Any] = {}  # a cache for other modules

    @property
    def id(self) -> str:
        """`default/web`."""
        return self.thing.id

    @property
    def namespace(self) -> str:
        """Its namespace."""
        return self.thing.namespace

    @property
    def name(self) -> str:
        """Its name."""
        return self.thing.name

    @property
    def now(self) -> float:
        """The time of the snapshot."""
        return self.cluster.now

    @cached_property
    def is_described(self) -> bool:
        """Whether the snapshot has only the output of `kubectl describe`, or events and logs, about it."""
        return self.only_reported or (self.namespace, self.name) in self.snapshot.described

    @cached_property
    def is_manifest(self) -> bool:
        """Whether no API server has stored it, and nothing tells of it: a file of git, which has no state."""
        stored = (self.thing.text("metadata", key) for key in ("uid", "creationTimestamp", "resourceVersion"))
        told = self.is_described or self.addresses or self.finalizers or self.hash != ABSENT
        return not (any(stored) or told or self.all_events or self.log)

    def key(self, suffix: str) -> str:
        """The full key of an annotation that takes effect, by its short name."""
        if suffix in _DIRECT:
            return _DIRECT[suffix]
        legacy = LEGACY_PREFIX + suffix
        annotations = self.thing.annotations
        return legacy if legacy in annotations and PREFIX + suffix not in annotations else PREFIX + suffix

    def get(self, suffix: str) -> str:
        """The value of an annotation by its short name; empty if it is absent."""
        return self.thing.annotations.get(self.key(suffix), "")

    def has(self, suffix: str) -> bool:
        """Whether an annotation is there, with any value."""
        return self.key(suffix) in self.thing.annotations

    @cached_property
    def own_annotations(self) -> dict[str, str]:
        """The annotations of the CCM by their short names."""
        found: dict[str, str] = {}
        for key, value in self.thing.annotations.items():
            for prefix in (PREFIX, LEGACY_PREFIX, DOMAIN):
                if key.startswith(prefix):
                    found.setdefault(key.removeprefix(prefix), value)
                    break
        return found

    @cached_property
    def load_balancer_class(self) -> str:
        """Its `spec.loadBalancerClass`; empty if it has none."""
        return self.thing.text("spec", "loadBalancerClass")

    @cached_property
    def handled_by(self) -> str:
        """`clb`, `nlb` or `none`, as the CCM decides (SU:NeedCLB, SU:NeedNLB)."""
        wanted = self.load_balancer_class
        if wanted:
            return NLB if wanted == NLB_CLASS else NONE
        return NONE if self.has(_TUNNEL) or self.get("class") else CLB

    @property
    def is_nlb(self) -> bool:
        """Whether the NLB controller handles it."""
        return self.handled_by == NLB

    @property
    def balancer_kind(self) -> str:
        """`CLB` or `NLB`."""
        return "NLB" if self.is_nlb else "CLB"

    @cached_property
    def addresses(self) -> list[str]:
        """The addresses and host names in its status."""
        ingress = self.thing.items("status", "loadBalancer", "ingress")
        return [found for one in ingress if (found := one.get("ip") or one.get("hostname"))]

    @property
    def address(self) -> str:
        """The first address or host name; empty while the Service is pending."""
        return self.addresses[0] if self.addresses else ""

    @property
    def label_id(self) -> str:
        """The id of the load balancer of the last good sync, by the label; empty if there is none."""
        return self.thing.labels.get(ID_LABEL, "")

    @property
    def wanted_id(self) -> str:
        """The id that the annotation asks for; empty if it asks for none."""
        return self.get("id")

    @property
    def balancer_id(self) -> str:
        """The id of its load balancer, by its label or its annotation; empty if it has neither."""
        return self.label_id or self.wanted_id

    @property
    def owner_tag(self) -> str:
        """The value of the tag by which the CCM finds its load balancer; empty if the uid is hidden."""
        return owner_tag(self.thing.uid) if self.thing.uid else ""

    @cached_property
    def finalizers(self) -> list[str]:
        """All finalizers."""
        return [name for name in self.thing.items("metadata", "finalizers") if isinstance(name, str)]

    @property
    def has_our_finalizer(self) -> bool:
        """Whether the CCM has started to work on it and has not cleaned up."""
        return any(map(is_ours, self.finalizers))

    @cached_property
    def hash(self) -> str:
        """How the hash label compares with the Service."""
        return hash_verdict(self.thing, described=self.is_described)

    @property
    def hash_is_equal(self) -> bool:
        """Whether the label is that of this revision."""
        return self.hash in {EQUAL, OLDER_FORM}

    @property
    def revision_passed(self) -> bool:
        """Whether this revision was synced completely; a Service without an address may have a copied label."""
        return self.hash_is_equal and bool(self.addresses)

    @cached_property
    def last_write(self) -> float | None:
        """When the CCM wrote last; None if the snapshot does not show it."""
        return max((one.time for one in writes_of(self.thing) if is_ccm(one.manager) and one.time), default=None)

    @cached_property
    def last_edit(self) -> float | None:
        """When a writer other than the CCM wrote last; None if the snapshot does not show it."""
        return max((one.time for one in writes_of(self.thing) if not is_ccm(one.manager) and one.time), default=None)

    @cached_property
    def hash_label_writer(self) -> str:
        """Who owns the hash label; empty if that is hidden."""
        return next((one.manager for one in writes_of(self.thing) if one.hash_label), "")

    @cached_property
    def age(self) -> float | None:
        """Seconds since it was created, or since its deletion was asked for; None if not known."""
        start = self.thing.deleted if self.thing.deleted is not None else self.thing.created
        return None if start is None or not self.snapshot.now.firm else max(0.0, self.now - start)

    @cached_property
    def all_events(self) -> list[Event]:
        """The events about a Service of this name, also those of a predecessor."""
        known = self.snapshot.events_of("Service", self.namespace, self.name)
        return [event.placed(self.now) for event in known]

    @cached_property
    def events(self) -> list[Event]:
        """The events about this very Service, the newest first."""
        uid = self.thing.uid
        own = [event for event in self.all_events if not event.uid or not uid or event.uid == uid]
        return sorted(own, key=lambda event: -(event.last or 0))

    @cached_property
    def events_of_predecessors(self) -> list[Event]:
        """The events about an earlier Service of this name."""
        own = set(map(id, self.events))
        return [event for event in self.all_events if id(event) not in own]

    @cached_property
    def log(self) -> list[LogLine]:
        """The lines of the CCM's log about it."""
        return self.snapshot.log_of(self.id)

    @cached_property
    def last_success(self) -> float | None:
        """When a sync ended well, by events and the log; None if neither shows one."""
        times = [event.last for event in self.events if self._is_success(event) and event.last is not None]
        times += [line.time(self.now) for line in self.log if line.is_success]
        return max(times, default=None)

    @staticmethod
    def _is_success(event: Event) -> bool:
        return event.reason == "EnsuredLoadBalancer"

    @cached_property
    def last_change(self) -> float | None:
        """When the CCM noticed a change, by events; None if they show none."""
        found = (event.last for event in self.events if text_of(event.reason, event.message).about == CHANGE)
        return max((time for time in found if time is not None), default=None)

    @cached_property
    def has_passed(self) -> bool:
        """Whether a sync ended well after the last change that the snapshot shows.

        False if the snapshot shows no change, but the hash label proves that there was one.
        """
        changes = [time for time in (self.last_change, self.last_edit) if time is not None]
        if self.last_success is None or (not changes and self.hash == DIFFERS and self.cluster.short_hash):
            return False
        return max(changes, default=self.last_success) <= self.last_success

    @property
    def revision(self) -> str:
        """Whether this revision was synced, by the hash label, and by events where the label differs."""
        if self.hash != DIFFERS:
            return self.hash
        return PASSED if self.has_passed else DIFFERS if self.cluster.short_hash else UNKNOWN

    @cached_property
    def was_cleaned(self) -> bool:
        """Whether an event of the CCM reports that it cleaned up."""
        return any(event.reason == "CleanLoadBalancer" for event in self.events)

    def normal_events(self, reason: str) -> Iterator[Event]:
        """Yield its events of a reason, the newest first."""
        return (event for event in self.events if event.reason == reason)

    @property
    def is_local(self) -> bool:
        """Whether its policy is Local."""
        return self.thing.text("spec", "externalTrafficPolicy") == "Local"

    @property
    def ports(self) -> list[Plain]:
        """Its ports."""
        return self.thing.items("spec", "ports")

    @cached_property
    def selector(self) -> dict[str, str]:
        """Its selector; empty if it has none."""
        return self.thing.body.get("spec", {}).get("selector") or {}

    @cached_property
    def back_end_type(self) -> str:
        """`eni` (pods), `ecs` (nodes), or empty if that depends on the controller's configuration."""
        asked = self.get("backend-type")
        if asked:
            return ENI if asked == ENI else ECS
        if self.cluster.default_back_ends.value == ENI:
            return ENI
        return ECS if self.cluster.network_plugin.value == FLANNEL else EITHER

    @cached_property
    def endpoints(self) -> list[Endpoint] | None:
        """Its endpoints; None if they were not collected."""
        found = endpoints_of(self.snapshot, self.thing, self.pods)
        return [] if found is None and not self.selector and self.lacks_back_ends else found

    @cached_property
    def lacks_back_ends(self) -> bool:
        """Whether an event of the last eleven minutes reports that a sync found no back ends."""
        times = [event.last for event in self.normal_events("UnAvailableLoadBalancer") if event.last is not None]
        return bool(times) and self.now - max(times) <= _RETRIED

    @cached_property
    def ready(self) -> list[Endpoint]:
        """The ready endpoints."""
        return [one for one in self.endpoints or [] if one.ready]

    @property
    def removes_cordoned(self) -> bool:
        """Whether cordoned nodes are no back ends."""
        return self.get("remove-unscheduled-backend") == "on"

    @cached_property
    def eligible(self) -> list[LiveObject]:
        """The nodes that can become back ends, `backend-label` not considered."""
        return [node for node in self.real_nodes if not reason_out(node, removes_cordoned=self.removes_cordoned)]

    @cached_property
    def real_nodes(self) -> list[LiveObject]:
        """The nodes that are no virtual ones."""
        return [node for node in self.cluster.nodes if not is_virtual(node)]

    @cached_property
    def labelled(self) -> list[LiveObject]:
        """The eligible nodes that `backend-label` leaves."""
        wanted = self.get("backend-label")
        return [node for node in self.eligible if fits(node, wanted)] if wanted else self.eligible

    def is_on_virtual_node(self, endpoint: Endpoint) -> bool:
        """Whether an endpoint runs on a virtual node."""
        node = self.cluster.node_by_name.get(endpoint.node)
        return node is not None and is_virtual(node)

    @cached_property
    def pods(self) -> list[LiveObject]:
        """The pods that its selector matches, without those that have ended."""
        found = self.snapshot.labelled("Pod", self.namespace, self.selector)
        return [pod for pod in found if pod.text("status", "phase") not in {"Succeeded", "Failed"}]

    @cached_property
    def templates(self) -> list[LiveObject]:
        """The workloads whose pods its selector matches."""
        kinds = ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "CloneSet", "Rollout")
        found = (one for kind in kinds for one in self.snapshot.labelled(kind, self.namespace, self.selector))
        return [one for one in found if not (one.kind == "ReplicaSet" and one.items("metadata", "ownerReferences"))]

    @cached_property
    def last_applied(self) -> Plain:
        """The object of the last `kubectl apply`; empty if there is none."""
        import json  # noqa: PLC0415 - few Services need it

        try:
            found = json.loads(self.thing.annotations.get(LAST_APPLIED, ""))
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def applied_annotation(self, suffix: str) -> str:
        """The value of an annotation in the last `kubectl apply`; empty if it was not there."""
        meta = self.last_applied.get("metadata")
        annotations = meta.get("annotations") if isinstance(meta, dict) else None
        if not isinstance(annotations, dict):
            return ""
        found = annotations.get(PREFIX + suffix) or annotations.get(LEGACY_PREFIX + suffix)
        return found if isinstance(found, str) else ""

    @cached_property
    def record(self) -> BalancerRecord | None:
        """Its load balancer in the inventory, by id or address; None if it is not there, or there is no inventory."""
        table = self.table
        if table is None:
            return None
        by_id = table.get(self.label_id) if self.label_id else None
        return by_id or next((one for one in table if one.shown.value and one.shown.value in self.addresses), None)

    @property
    def table(self) -> Balancers[Clb] | Balancers[Nlb] | None:
        """The load balancers of its kind in the inventory; None if there is no inventory."""
        inventory = self.snapshot.inventory
        return None if inventory is None else inventory.nlbs if self.is_nlb else inventory.clbs

    @property
    def is_surely_gone(self) -> bool:
        """Whether a complete inventory has neither its address nor its id."""
        table = self.table
        return table is not None and table.complete and self.record is None

    @cached_property
    def is_unlisted(self) -> bool:
        """Whether a complete inventory lacks the load balancer that it has: by id, or else by an address of its own."""
        if not self.address or not self.is_surely_gone or self.record_of(self.wanted_id) is not None:
            return False
        return bool(self.label_id) or not (self.has("hostname") or self.get("external-ip-type") == "eip")

    @property
    def is_missing(self) -> bool:
        """Whether its load balancer is gone, as far as an inventory can tell, which may be older than the last sync."""
        success = self.last_success
        is_new = success is not None and self.now - success < _LIFE_OF_EVENTS
        return self.is_unlisted and not is_new and self.all_services.has_whole_list(self)

    def record_of(self, id_: str) -> BalancerRecord | None:
        """A load balancer in the inventory by its id; None if it is not there."""
        table = self.table
        return table.get(id_) if table is not None and id_ else None

    @cached_property
    def sharing_services(self) -> list[LiveService]:
        """The other load balancer Services with the same id, by annotation or label."""
        return self.all_services.sharing(self)

    @property
    def sharing(self) -> list[LiveObject]:
        """The objects of these Services."""
        return [one.thing for one in self.sharing_services]

    @property
    def git_id(self) -> str:
        """The annotation loadbalancer-id in the manifests of git; empty if there is none."""
        return self.all_services.git_ids.get(self.id, "")


def is_failed_sync(event: Event) -> bool:
    """Whether an event says that the sync or the clean-up of a Service failed."""
    return event.kind == "Service" and event.reason in {SYNC_FAILED, CLEAN_FAILED}


def is_balanced(thing: LiveObject) -> bool:
    """Whether a Service has the type LoadBalancer."""
    return thing.text("spec", "type") == "LoadBalancer"


def _is_held(thing: LiveObject) -> bool:
    """Whether the CCM has not cleaned up after a Service of another type: its finalizer goes last."""
    return any(map(is_ours, thing.items("metadata", "finalizers")))


class SnapshotServices:
    """All load balancer Services of a snapshot; `git_ids` are the annotations loadbalancer-id in the manifests."""

    def __init__(self, snapshot: Snapshot, cluster: ReadCluster, git_ids: dict[str, str] | None = None) -> None:
        self.snapshot = snapshot
        self.cluster = cluster
        self.git_ids = git_ids or {}
        self.label_sets: dict[tuple[str, tuple[str, ...]], LabelSets] = {}  # by namespace and labels, as needed

    @cached_property
    def by_name(self) -> dict[str, LiveService]:
        """The Services by name."""
        found = (one for one in self.snapshot.all("Service") if is_balanced(one) or _is_held(one))
        made = [LiveService(one, self.snapshot, self.cluster, self) for one in found]
        reported = (
            LiveService(one, self.snapshot, self.cluster, self, only_reported=True) for one in self._only_reported()
        )
        return {one.id: one for one in sorted((*reported, *made), key=lambda one: one.id)}

    def _only_reported(self) -> Iterator[LiveObject]:
        """Yield a stand-in for each Service that only events or the log name, where Services were not collected."""
        snapshot = self.snapshot
        failed = ((one.namespace or "default", one.name) for one in snapshot.events if is_failed_sync(one))
        logged = (tuple(line.service.split("/", 1)) for line in snapshot.log if line.is_failure and line.service)
        for namespace, name in dict.fromkeys((*failed, *logged)):
            if not snapshot.collected("Service", namespace) and snapshot.find("Service", namespace, name) is None:
                meta = {"namespace": namespace, "name": name}
                yield LiveObject("Service", {"metadata": meta, "spec": {"type": "LoadBalancer"}}, "")

    def owner_by_label(self, id_: str, service: LiveService) -> LiveObject | None:
        """Another Service with a load balancer's id as its label; None if there is none."""
        found = (one.thing for one in self._by_balancer.get(id_, ()) if one is not service and one.label_id == id_)
        return next(found, None) if id_ else None

    def has_whole_list(self, service: LiveService) -> bool:
        """Whether the inventory lists the load balancers of this cluster, and not just those that somebody asked for.

        The answers look alike, and that about another region does, too.
        """
        records: list[BalancerRecord] = list(service.table or ())
        regions = {one.get("RegionId").value for one in records} - {""}
        if regions and self.cluster.region and self.cluster.region not in regions:
            return False
        alike = [one for one in self.by_name.values() if one.is_nlb == service.is_nlb and one.address]
        missing = sum(one.is_unlisted for one in alike)
        return len(alike) == 1 or (len(records) > 1 and missing <= len(alike) - missing)

    def sharing(self, service: LiveService) -> list[LiveService]:
        """The other Services on the load balancer of a Service."""
        ids = {service.label_id, service.wanted_id} - {""}
        found = {one.id: one for id_ in ids for one in self._by_balancer.get(id_, ())}
        return [one for one in found.values() if one is not service]

    @cached_property
    def _by_balancer(self) -> dict[str, list[LiveService]]:
        found: dict[str, list[LiveService]] = {}
        for one in self.by_name.values():
            for id_ in {one.label_id, one.wanted_id} - {""}:
                found.setdefault(id_, []).append(one)
        return found
