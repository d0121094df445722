"""What a diagnosis is made of: `Cause`, `Evidence`, `Advice`, `Unknown`, and `Diagnosis`, one for each Service."""

from __future__ import annotations

from clblint.diagnose.times import shown_moment, shown_span
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.events import Event
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.reading.ccm_log import LogLine
    from clblint.i18n.text import Text, Value

UNKNOWN, FOREIGN, NOT_HANDLED, DELETING, FAILING, PENDING, NO_BACKENDS, DEGRADED, HEALTHY = (
    "unknown", "foreign-cloud", "not-handled", "deleting", "failing", "pending", "no-backends", "degraded", "healthy",
)  # fmt: skip
STATES = (UNKNOWN, FOREIGN, NOT_HANDLED, DELETING, FAILING, PENDING, NO_BACKENDS, DEGRADED, HEALTHY)
CERTAIN, LIKELY, POSSIBLE = "certain", "likely", "possible"
EVENT, FIELD, LOG, CLOUD, HASH = "event", "field", "log", "inventory", "hash"


class Evidence(NamedTuple):
    """One observation in a snapshot.

    Attributes:
        kind: `event`, `field`, `log`, `inventory` or `hash`.
        object: the object that shows it, such as `Pod default/web-0`.
        file: the file that holds it.
        text: the words of the event, the value of the field.
        pointer: the JSON pointer of a field; empty for anything else.
        times: how often an event or a line of the log occurred.
        first: when it first occurred, in seconds since 1970; None if unknown.
        last: when it last occurred.
    """

    kind: str
    object: Value
    file: str
    text: Value
    pointer: str = ""
    times: int = 0
    first: float | None = None
    last: float | None = None


class Cause(NamedTuple):
    """Why a Service is in its state.

    Attributes:
        name: the name of its page, such as `pods-not-ready`.
        confidence: `certain`, `likely` or `possible`.
        message: one or two sentences.
        evidence: the observations that show it.
        do: the steps that mend it, the first one first.
        rules: the rules that find it in a manifest.
        ruled_out: rival causes that the snapshot excludes.
        unknown: the facts (keys of `FACTS`) that would make it certain.
        comes_next: whether it shows only after the causes before it are mended.
    """

    name: str
    confidence: str
    message: Value
    evidence: tuple[Evidence, ...] = ()
    do: tuple[Value, ...] = ()
    rules: tuple[str, ...] = ()
    ruled_out: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    comes_next: bool = False


class Past(NamedTuple):
    """A failure that no longer counts, and why."""

    event: Event
    why: Text


class Unknown(NamedTuple):
    """A fact that the snapshot lacks, why it matters, and the command that shows it."""

    fact: str
    matters: Text
    command: Value


class RuleFinding(NamedTuple):
    """A finding of a rule on the live object: the name of the rule, its severity, and its message."""

    rule: str
    severity: str
    message: Value


class Difference(NamedTuple):
    """A difference between the cluster and git.

    Attributes:
        object: kind and id of the object.
        path: its file in git.
        field: the path of the field.
        live: the value in the cluster; None if only git has the field.
        git: the value in git; None if only the cluster has the field.
    """

    object: str
    path: str
    field: str
    live: str | None
    git: str | None

    @property
    def text(self) -> Text:
        """The difference in a sentence."""
        field, live, git = self.field, self.live, self.git
        if git is None:
            return phrase("{field} is {live} in the cluster, and not in git", field=field, live=live)
        if live is None:
            return phrase("{field} is {git} in git, and not in the cluster", field=field, git=git)
        return phrase("{field} is {live} in the cluster, and {git} in git", field=field, live=live, git=git)


class Diagnosis(NamedTuple):
    """The diagnosis of one Service; times are in seconds since 1970."""

    name: str
    uid: str
    handled_by: str
    state: str
    since: float | None
    address: str
    balancer: str
    hash: str
    last_sync: float | None
    finalizer: bool | None
    causes: tuple[Cause, ...]
    advice: tuple[Cause, ...]
    history: tuple[Past, ...]
    unknown: tuple[Unknown, ...]
    note: Text | None = None  # on what the snapshot does not show of a healthy Service
    rule_findings: tuple[RuleFinding, ...] = ()  # on the live objects
    differences: tuple[Difference, ...] = ()  # from git
    path: str = ""  # of its manifest in git
    line: int = 1
    line_hash: str = ""  # GitHub's hash of that line
    looked_at: bool = False  # an event of the CCM is about it
    revision: str = ""  # whether this revision was synced, by the hash label and events


def field_of(thing: LiveObject, text: Value, *path: str) -> Evidence:
    """The evidence in a field of an object."""
    pointer = "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in path)
    return Evidence(FIELD, f"{thing.kind} {thing.id}", thing.file, text, pointer)


def event_seen(event: Event) -> Evidence:
    """The evidence of an event."""
    about = f"{event.namespace}/{event.name}".lstrip("/")
    name = f"Event {event.id}" if event.id else phrase("Event of {kind} {name}", kind=event.kind, name=about)
    return Evidence(
        EVENT,
        name,
        event.file,
        f"{event.type} {event.reason}: {event.message}",
        "",
        event.times,
        event.first,
        event.last,
    )


def line_seen(line: LogLine, count: int, now: float) -> Evidence:
    """The evidence of `count` similar lines of the log, of which `line` is the last."""
    at = line.time(now)
    about = ", ".join(part for part in (line.api, line.code, line.request and f"RequestId {line.request}") if part)
    whose = phrase("log of {name}", name=line.service) if line.service else phrase("log of the CCM")
    return Evidence(LOG, whose, line.file, about or line.text, "", count, None, at)


def times_of(evidence: Evidence, now: float, *, known: bool) -> Text:
    """How often and when it was seen: `x11, 07:21 to 07:57`; empty for evidence without a time."""
    count, first, last = evidence.times, evidence.first, evidence.last
    if last is None:
        return phrase("\u00d7{count}", count=count) if count > 1 else phrase("")
    if not known:
        age = shown_span(now - last)
        if count <= 1:
            return phrase("{age} before the snapshot", age=age)
        return phrase("\u00d7{count}, last {age} before the snapshot", count=count, age=age)
    end = shown_moment(last, now)
    if first is None or count <= 1:
        return phrase("\u00d7{count}, last {end}", count=count, end=end) if count > 1 else phrase("{end}", end=end)
    return phrase("\u00d7{count}, {start} to {end}", count=count, start=shown_moment(first, now), end=end)
