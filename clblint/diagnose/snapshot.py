"""`Snapshot`: everything that was read, by kind and name, and which kinds were collected completely."""

from __future__ import annotations

from collections import Counter, defaultdict

from clblint.diagnose.times import parse_time
from clblint.fast import NamedTuple, cached_property
from clblint.kube.well_known import SERVICE_NAME_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.diagnose.events import Event
    from clblint.diagnose.objects import LiveObject, ManagedWrite
    from clblint.diagnose.reading.ccm_log import LogLine
    from clblint.i18n.text import Text
    from clblint.inventory.inventory import Inventory

_SYSTEM = "kube-system"
_CLUSTER_WIDE = frozenset({"Node"})
OBJECTS, INVENTORY, DESCRIBED, LOG, EVENTS = "objects", "inventory", "describe", "log", "events"
INCOMPLETE, UNREADABLE, SECRET, NO_SERVICE, NOTHING_READ = (
    "incomplete-file", "unreadable-file", "secret-in-snapshot", "no-loadbalancer-service", "nothing-read",
)  # fmt: skip


class SnapshotProblem(NamedTuple):
    """A problem of the snapshot itself.

    Attributes:
        name: its identifier in JSON.
        file: the file that has it; empty if none does.
        message: a sentence.
        command: what collects the missing part; empty if nothing does.
    """

    name: str
    file: str
    message: Text
    command: str = ""


class ReadFile(NamedTuple):
    """A file that was read.

    Attributes:
        path: its name in the report.
        holds: the kinds of content, such as `objects` and `log`.
        total: the number of objects, events and lines.
        complete: whether it was read and understood to its end.
    """

    path: str
    holds: tuple[str, ...]
    total: int
    complete: bool


class HealthRow(NamedTuple):
    """A row of DescribeHealthStatus: listener port, server id, address and port, and `normal`, `abnormal` and so on."""

    listener_port: int
    server: str
    address: str
    port: int
    status: str
    file: str


class Moment(NamedTuple):
    """The time of a snapshot.

    Attributes:
        seconds: since 1970.
        source: where it was read; empty if the time is unknown.
        firm: whether a lease, a heartbeat or an event shows it: these are recent in a running cluster.
    """

    seconds: float
    source: str
    firm: bool = False


class Snapshot:
    """The contents of all files. It is filled by `clblint.diagnose.reading.files`, and not changed later."""

    def __init__(self) -> None:
        self.objects: dict[str, dict[tuple[str, str], LiveObject]] = defaultdict(dict)
        self.events: list[Event] = []
        self.log: list[LogLine] = []
        self.health: list[HealthRow] = []
        self.inventory: Inventory | None = None
        self.files: list[ReadFile] = []
        self.problems: list[SnapshotProblem] = []
        self.skipped: Counter[str] = Counter()
        self.refusals: list[tuple[str, str]] = []  # files, and the errors of kubectl in them
        self.cut: list[tuple[str, str]] = []  # namespaces and names of Services that are cut off
        self.described: set[tuple[str, str]] = set()  # Services that only a text shows
        self.as_of: float | None = None

    def add(self, thing: LiveObject) -> None:
        """Add an object; of two copies of one object the later one counts."""
        kept = self.objects[thing.kind]
        key = thing.namespace, thing.name
        known = kept.get(key)
        if known is None or _version(thing) >= _version(known):
            kept[key] = thing
            self.described.discard(key) if thing.kind == "Service" else None

    def all(self, kind: str) -> Iterable[LiveObject]:
        """The objects of a kind."""
        return self.objects[kind].values() if kind in self.objects else ()

    def find(self, kind: str, namespace: str, name: str) -> LiveObject | None:
        """An object by its kind and name; None if the snapshot has none."""
        return self.objects[kind].get((namespace, name)) if kind in self.objects else None

    def within(self, kind: str, namespace: str) -> list[LiveObject]:
        """The objects of a kind in a namespace."""
        return self._by_namespace(kind).get(namespace, [])

    def _by_namespace(self, kind: str) -> dict[str, list[LiveObject]]:
        known = self._namespaced.get(kind)
        if known is None:
            known = defaultdict(list)
            for thing in self.all(kind):
                known[thing.namespace].append(thing)
            self._namespaced[kind] = known
        return known

    @cached_property
    def _namespaced(self) -> dict[str, dict[str, list[LiveObject]]]:
        return {}

    @property
    def complete(self) -> bool:
        """Whether no file is cut off: otherwise nothing follows from the absence of an object."""
        return not any(one.name == INCOMPLETE for one in self.problems)

    @property
    def whole(self) -> bool:
        """Whether every file is whole and was understood."""
        return not any(one.name in {INCOMPLETE, UNREADABLE} for one in self.problems)

    @property
    def is_empty(self) -> bool:
        """Whether the files hold nothing that a diagnosis reads, or an error of kubectl instead of Services."""
        return not any(one.total for one in self.files) or (bool(self.refusals) and not self.objects.get("Service"))

    @cached_property
    def namespaces(self) -> frozenset[str]:
        """The namespaces of all objects, events and lines."""
        objects = (namespace for things in self.objects.values() for namespace, _ in things)
        logged = (line.service.partition("/")[0] for line in self.log)
        return frozenset((*objects, *(event.namespace or "default" for event in self.events), *logged)) - {""}

    def collected(self, kind: str, namespace: str = "") -> bool:
        """Whether all objects of a kind (in a namespace) were collected.

        A kind without any object counts as not collected: an empty list does not show which kinds were asked for.
        """
        if not self.complete or not self.objects.get(kind):
            return False
        if kind in _CLUSTER_WIDE:
            return True
        namespaces = self._by_namespace(kind)
        return namespace in namespaces or (self._every_namespace and (len(namespaces) > 1 or _SYSTEM in namespaces))

    @cached_property
    def _every_namespace(self) -> bool:
        """Whether `-A` is evident: objects are in two namespaces."""
        kinds = (kind for kind in self.objects if kind not in _CLUSTER_WIDE and kind != "Lease")
        return len({namespace for kind in kinds for namespace, _ in self.objects[kind]}) > 1

    def labelled(self, kind: str, namespace: str, selector: dict[str, str]) -> list[LiveObject]:
        """The pods, or the workloads by the labels of their pods, that a selector matches; none without a selector."""
        return list(self._labelled(kind, selector, namespace))

    def labelled_anywhere(self, kind: str, selector: dict[str, str]) -> Iterator[LiveObject]:
        """Yield those in all namespaces."""
        return self._labelled(kind, selector, None)

    def _labelled(self, kind: str, selector: dict[str, str], namespace: str | None) -> Iterator[LiveObject]:
        index = self._by_label(kind)
        rarest = min((index.get((namespace, key, value), ()) for key, value in selector.items()), key=len, default=())
        return (one for one in rarest if selector.items() <= pod_labels(one).items())

    def _by_label(self, kind: str) -> dict[tuple[str | None, str, str], list[LiveObject]]:
        """The objects by namespace (None: of all), label and value."""
        known = self._indexed.get(kind)
        if known is None:
            known = defaultdict(list)
            for thing in self.all(kind):
                for key, value in pod_labels(thing).items():
                    known[thing.namespace, key, value].append(thing)
                    known[None, key, value].append(thing)
            self._indexed[kind] = known = dict(known)
        return known

    @cached_property
    def _indexed(self) -> dict[str, dict[tuple[str | None, str, str], list[LiveObject]]]:
        return {}

    def events_of(self, kind: str, namespace: str, name: str) -> list[Event]:
        """The events about an object by its name; a table may not show the namespace."""
        nameless = self._events_by_name.get((kind, "", name), []) if namespace else []
        return self._events_by_name.get((kind, namespace, name), []) + nameless

    @cached_property
    def _events_by_name(self) -> dict[tuple[str, str, str], list[Event]]:
        found: dict[tuple[str, str, str], list[Event]] = defaultdict(list)
        for event in self.events:
            found[event.kind, event.namespace, event.name].append(event)
        return dict(found)

    def slices_of(self, namespace: str, service: str) -> list[LiveObject]:
        """The EndpointSlices of a Service."""
        return self._slices.get((namespace, service), [])

    @cached_property
    def _slices(self) -> dict[tuple[str, str], list[LiveObject]]:
        found: dict[tuple[str, str], list[LiveObject]] = defaultdict(list)
        for one in self.all("EndpointSlice"):
            found[one.namespace, one.labels.get(SERVICE_NAME_LABEL, "")].append(one)
        return dict(found)

    def log_of(self, service: str) -> list[LogLine]:
        """The lines of the log about a Service, by `namespace/name`."""
        return self._log_by_service.get(service, [])

    @cached_property
    def _log_by_service(self) -> dict[str, list[LogLine]]:
        found: dict[str, list[LogLine]] = defaultdict(list)
        for line in self.log:
            found[line.service].append(line)
        return dict(found)

    def has_events(self, namespace: str) -> bool:
        """Whether there is an event of a namespace; without one, events may not have been collected."""
        return namespace in self._event_namespaces

    @cached_property
    def _event_namespaces(self) -> frozenset[str]:
        return frozenset(event.namespace for event in self.events)

    @cached_property
    def now(self) -> Moment:
        """The newest time in the snapshot: it was made then or a little later."""
        if self.as_of is not None:
            return Moment(self.as_of, "--as-of", firm=True)
        return max(self._moments(), default=Moment(0.0, ""), key=lambda one: one.seconds)

    def _moments(self) -> Iterator[Moment]:
        for lease in self.all("Lease"):
            yield from _moment(lease.text("spec", "renewTime"), f"Lease {lease.id}")
        for node in self.all("Node"):
            for condition in node.items("status", "conditions"):
                yield from _moment(condition.get("lastHeartbeatTime", ""), f"Node {node.name}")
        for event in self.events:
            if event.last is not None:
                source = f"Event {event.id}" if event.id else f"Event of {event.namespace}/{event.name}"
                yield Moment(event.last, source, firm=True)
        for things in self.objects.values():
            for thing in things.values():
                yield from _moments_of(thing)


def _moments_of(thing: LiveObject) -> Iterator[Moment]:
    for write in writes_of(thing):
        if write.time is not None:
            yield Moment(write.time, f"managedFields of {thing.kind} {thing.id}")
    if thing.created is not None:
        yield Moment(thing.created, f"{thing.kind} {thing.id}")


def writes_of(thing: LiveObject) -> list[ManagedWrite]:
    """The writers of a Service; empty if the snapshot does not show them."""
    return thing.raw.get("writes", []) if thing.kind == "Service" else []


def pod_labels(thing: LiveObject) -> dict[str, str]:
    """The labels of a pod, or those that a workload gives its pods."""
    if thing.kind == "Pod":
        return thing.labels
    found: dict[str, str] = thing.body.get("spec", {}).get("template", {}).get("metadata", {}).get("labels") or {}
    return found


def _moment(text: str, source: str) -> Iterator[Moment]:
    seconds = parse_time(text)
    if seconds is not None:
        yield Moment(seconds, source, firm=True)


def _version(thing: LiveObject) -> int:
    text = thing.text("metadata", "resourceVersion")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0  # noqa: PLR2004 - digits of 2**64
