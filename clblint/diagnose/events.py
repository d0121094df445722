"""`Event`: an event of the cluster in one form, whether it is core/v1, events.k8s.io/v1, or a line of a table."""

from __future__ import annotations

from clblint.diagnose.shape import NUMBER, TEXT, shaped
from clblint.diagnose.times import parse_time
from clblint.fast import NamedTuple
from clblint.search.event_texts import reasons

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.shape import Plain

_REF = {"kind": TEXT, "namespace": TEXT, "name": TEXT, "uid": TEXT}
_SHAPE = {
    "metadata": {"name": TEXT, "namespace": TEXT, "creationTimestamp": TEXT},
    "reason": TEXT, "type": TEXT, "message": TEXT, "note": TEXT, "count": NUMBER, "deprecatedCount": NUMBER,
    "firstTimestamp": TEXT, "lastTimestamp": TEXT, "eventTime": TEXT, "deprecatedFirstTimestamp": TEXT,
    "deprecatedLastTimestamp": TEXT, "reportingComponent": TEXT, "reportingController": TEXT,
    "source": {"component": TEXT}, "deprecatedSource": {"component": TEXT},
    "series": {"count": NUMBER, "lastObservedTime": TEXT}, "involvedObject": _REF, "regarding": _REF,
}  # fmt: skip
_COMBINED = "(combined from similar events): "
_LONGEST = 4000  # characters of a message; the API server allows 1024
# Components of the CCM that share their name with one of Kubernetes: the reason of the event decides.
_SHARED = frozenset({"node-controller", "route-controller"})
_BALANCERS = frozenset({"service-controller", "nlb-controller"})


class Event(NamedTuple):
    """An event.

    Attributes:
        kind: the kind of the object that it is about; also `namespace`, `name` and `uid` are those of this object.
        type: `Normal` or `Warning`.
        reason: such as `SyncLoadBalancerFailed`.
        message: its text.
        component: the controller that wrote it; empty if unknown.
        times: how often it occurred.
        first: when it first occurred, in seconds since 1970; None if unknown.
        last: when it last occurred.
        id: namespace and name of the event itself; empty if a table or text shows it.
        file: the file that holds it.
        age: the age of the last occurrence, in seconds before the snapshot, where a table shows no time.
        first_age: the age of the first occurrence.
    """

    kind: str
    namespace: str
    name: str
    uid: str
    type: str
    reason: str
    message: str
    component: str
    times: int
    first: float | None
    last: float | None
    id: str
    file: str
    age: float | None = None
    first_age: float | None = None

    @property
    def is_warning(self) -> bool:
        """Whether its type is Warning."""
        return self.type == "Warning"

    @property
    def of_controller(self) -> bool:
        """Whether the controller of CLBs or NLBs signed it; a table may not name the component."""
        return self.component in _BALANCERS or not self.component

    @property
    def of_ccm(self) -> bool:
        """Whether a part of the CCM signed it."""
        return self.component in _BALANCERS or (self.component in _SHARED and self.reason in reasons())

    def placed(self, now: float) -> Event:
        """The event with the times that its ages mean."""
        if self.last is not None or self.age is None:
            return self
        first = self.first_age if self.first_age is not None else self.age
        return self._replace(last=now - self.age, first=now - first)


def event_of(plain: Plain, file: str) -> Event:
    """The event in an object of kind Event of either API."""
    body: Plain = shaped(plain, _SHAPE) or {}
    about = body.get("involvedObject") or body.get("regarding") or {}
    meta, series = body.get("metadata", {}), body.get("series", {})
    created = meta.get("creationTimestamp", "")
    last = _first_of(
        body.get("lastTimestamp"), series.get("lastObservedTime"), body.get("deprecatedLastTimestamp"),
        body.get("eventTime"), created,
    )  # fmt: skip
    first = _first_of(body.get("firstTimestamp"), body.get("deprecatedFirstTimestamp"), body.get("eventTime"), created)
    source = body.get("source") or body.get("deprecatedSource") or {}
    component = source.get("component") or body.get("reportingComponent") or body.get("reportingController") or ""
    return Event(
        kind=about.get("kind", ""),
        namespace=about.get("namespace") or meta.get("namespace", ""),
        name=about.get("name", ""),
        uid=about.get("uid", ""),
        type=body.get("type", ""),
        reason=body.get("reason", ""),
        message=plain_message(body.get("message") or body.get("note") or ""),
        component=component,
        times=body.get("count") or body.get("deprecatedCount") or series.get("count") or 1,
        first=first if first is not None else last,
        last=last,
        id=f"{meta.get('namespace', '')}/{meta.get('name', '')}".strip("/"),
        file=file,
    )


def plain_message(message: str) -> str:
    """The message without the note on combined events, and without white space at its ends."""
    return message.removeprefix(_COMBINED).strip()[:_LONGEST]


def _first_of(*texts: str | None) -> float | None:
    return next((found for text in texts if text and (found := parse_time(text)) is not None), None)
