"""Words that the text and the Markdown of a diagnosis share: states, headings, the head and the end of a report."""

from __future__ import annotations

from clblint.diagnose.cluster import DEDICATED, FLANNEL, MANAGED, OF_A_CONDITION, OF_HASH_LABEL, SERVERLESS, TERWAY
from clblint.diagnose.diagnosis import (
    CERTAIN,
    DEGRADED,
    DELETING,
    FAILING,
    FOREIGN,
    HEALTHY,
    LIKELY,
    NO_BACKENDS,
    NOT_HANDLED,
    PENDING,
    POSSIBLE,
    UNKNOWN,
    times_of,
)
from clblint.diagnose.hash_label import ABSENT, DIFFERS, EQUAL, OLDER_FORM, PASSED
from clblint.diagnose.nodes import is_of_ack
from clblint.diagnose.times import shown_moment, shown_span, shown_time
from clblint.files.read import STDIN
from clblint.i18n.language import ntr, remarked, tr, tr_value
from clblint.i18n.text import N_
from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.cluster import ReadCluster
    from clblint.diagnose.diagnosis import Cause, Diagnosis, Evidence
    from clblint.diagnose.report import DiagnosisReport

_NOT_APPLIED = "changes-not-applied"
STATE_WORDS = {
    UNKNOWN: N_("UNKNOWN"),
    FOREIGN: N_("ANOTHER CLOUD"),
    NOT_HANDLED: N_("NOT HANDLED"),
    DELETING: N_("DELETING"),
    FAILING: N_("FAILING"),
    PENDING: N_("PENDING"),
    NO_BACKENDS: N_("NO BACK ENDS"),
    DEGRADED: N_("DEGRADED"),
    HEALTHY: N_("healthy"),
}
COUNTED = {
    UNKNOWN: N_("{count} unknown"),
    FOREIGN: N_("{count} of another cloud"),
    NOT_HANDLED: N_("{count} not handled by the CCM"),
    DELETING: N_("{count} deleting"),
    FAILING: N_("{count} failing"),
    _NOT_APPLIED: N_("{count} with changes that are not applied"),
    PENDING: N_("{count} pending"),
    NO_BACKENDS: N_("{count} without back ends"),
    DEGRADED: N_("{count} degraded"),
    HEALTHY: N_("{count} healthy"),
}
_CONFIDENCE = {CERTAIN: N_("certain"), LIKELY: N_("likely"), POSSIBLE: N_("possible")}
_SYNCED = {
    EQUAL: N_("this revision was synced (hash)"),
    OLDER_FORM: N_("this revision was synced (hash of an old CCM)"),
    DIFFERS: N_("this revision was never synced (hash)"),
    PASSED: N_("synced since the last change (events)"),
}
# By whether the CCM looked at it (it may give up before it sets its finalizer), and whether there is a finalizer.
_NEVER_SYNCED = {
    (False, False): N_("never looked at (no finalizer)"),
    (True, False): N_("looked at, never synced (no finalizer)"),
    (True, True): N_("never synced (finalizer, no hash)"),
}
_PLUGINS = {FLANNEL: "Flannel", TERWAY: "Terway"}
_KINDS = {DEDICATED: N_("dedicated"), MANAGED: N_("managed"), SERVERLESS: N_("serverless")}
_SIGN = " \u00b7 "


def state_word(one: Diagnosis) -> str:
    """The word for the state of a Service."""
    return tr("CHANGES NOT APPLIED") if _is_not_applied(one) else tr(STATE_WORDS[one.state])


def _is_not_applied(one: Diagnosis) -> bool:
    """Whether a failing Service is one whose changes were never applied."""
    return bool(one.causes) and one.causes[0].name == _NOT_APPLIED


def confidence(cause: Cause, before: int) -> str:
    """How sure a cause is; `before` is the number of the cause that has to be removed first."""
    if cause.comes_next and before:
        return tr("comes next once {number} is repaired", number=before)
    return tr(_CONFIDENCE[cause.confidence])


def since(one: Diagnosis, now: float) -> str:
    """Since when a Service is in its state; empty if that is not known."""
    if one.since is None:
        return ""
    return tr("since {time}", time=shown_moment(one.since, now))


def started(one: Diagnosis, now: float) -> str:
    """When a Service came into its state, or for how long it is pending, for the column of a table."""
    if one.since is None:
        return ""
    return tr_value(shown_span(now - one.since)) if one.state == PENDING else shown_moment(one.since, now)


def headline(one: Diagnosis, now: float) -> str:
    """The state of a Service in one line, without its name."""
    parts = [_lasting(one, now)]
    if one.note is not None:
        parts.append(tr_value(one.note))
    parts.append(one.address or (tr("no load balancer yet") if one.state == PENDING else ""))
    parts += [one.balancer, _synced(one)]
    return _SIGN.join(part for part in parts if part)


def _lasting(one: Diagnosis, now: float) -> str:
    """The state, with the time since or for which it lasts."""
    if one.state == PENDING and one.since is not None:
        return tr("PENDING for {span}", span=shown_span(now - one.since))
    return f"{state_word(one)} {since(one, now)}".strip()


def _synced(one: Diagnosis) -> str:
    if one.revision in _SYNCED:
        return tr(_SYNCED[one.revision])
    if one.hash == ABSENT and one.state == PENDING and one.finalizer is not None:
        return tr(_NEVER_SYNCED[one.finalizer or one.looked_at, one.finalizer])
    return ""


def head(report: DiagnosisReport) -> list[str]:
    """The two lines above everything: what was read, and the state of the CCM."""
    snapshot, cluster = report.snapshot, report.cluster
    now = snapshot.now
    made = shown_time(now.seconds).replace("T", " ").replace("Z", " UTC")
    files, objects = len(snapshot.files), sum(one.total for one in snapshot.files)
    parts = [
        tr("Snapshot of {time}", time=made) if now.source else tr("Snapshot of unknown time"),
        tr("{files}, {objects}", files=_files(files), objects=ntr("{count} object", "{count} objects", objects)),
        _kubernetes(cluster),
        _PLUGINS.get(cluster.network_plugin.value, ""),
        ntr("{count} node", "{count} nodes", len(cluster.nodes)) if cluster.nodes_known else tr("nodes not collected"),
    ]
    return [_SIGN.join(part for part in parts if part), _SIGN.join((_ccm(cluster), _reach(report)))]


def _files(count: int) -> str:
    return ntr("{count} file", "{count} files", count)


def _kubernetes(cluster: ReadCluster) -> str:
    version = cluster.kubernetes_version.value
    if not version:
        return ""
    words = ["ACK"] if any(map(is_of_ack, cluster.nodes)) else []
    words += [tr(_KINDS[cluster.kind.value])] if cluster.kind.value else []
    shown = ".".join(version.lstrip("v").split(".")[:2])
    if not words:
        return f"Kubernetes {shown}"
    return tr("Kubernetes {version} ({words})", version=shown, words=tr(", ").join(words))


def _ccm(cluster: ReadCluster) -> str:
    version, bound = cluster.ccm_version, cluster.ccm_at_least
    if version.value:
        shown = tr("{version} ({source})", version=version.value, source=version.source)
    elif bound.value:
        shown = tr("version {version} or later ({source})", version=bound.value, source=_source(bound.source))
    else:
        shown = tr("version unknown")
    return tr("CCM: {state}, {version}", state=_ccm_state(cluster), version=shown)


def _source(source: str) -> str:
    """Where a bound of the version was read; names of objects are the same in every language."""
    if source == OF_A_CONDITION:
        return tr("condition of a Pod")
    label = source.removeprefix(OF_HASH_LABEL)
    return tr("hash label of {name}", name=label) if label != source else source


def _ccm_state(cluster: ReadCluster) -> str:
    renewed = cluster.lease_renewed
    if cluster.ccm_running is None:
        return tr("not known whether it runs")
    if renewed is not None:
        span = shown_span(cluster.now - renewed)
        if cluster.ccm_running:
            if cluster.now - renewed < 1:
                return tr("running (lease just renewed)")
            return tr("running (lease renewed {span} before)", span=span)
        return tr("NOT RUNNING (lease renewed {span} before)", span=span)
    return tr("running") if cluster.ccm_running else tr("NOT RUNNING (its pods are not ready)")


def _reach(report: DiagnosisReport) -> str:
    first = min((event.first for event in report.snapshot.events if event.first is not None), default=None)
    if first is None and report.snapshot.events:
        return tr("events without times")
    if first is None:
        return tr("no events (they live an hour by default)")
    return tr("events reach back {span}", span=shown_span(report.cluster.now - first))


def seen_line(seen: Evidence, report: DiagnosisReport) -> str:
    """What was seen, where, and when."""
    now = report.snapshot.now
    when = tr_value(times_of(seen, now.seconds, known=bool(now.source)))
    file = tr("standard input") if seen.file == STDIN else seen.file
    place = ", ".join(part for part in (file, tr_value(seen.object)) if part)
    return f"{_field(seen)}{tr_value(seen.text)}{_SIGN}{place}{_SIGN + when if when else ''}"


def cause_evidence(seen: Evidence) -> str:
    """The observation and its object."""
    return remarked(f"{_field(seen)}{tr_value(seen.text)}", tr_value(seen.object))


def _field(seen: Evidence) -> str:
    """The name of a field before its value: the short name of an annotation, or the last key of the path."""
    if not seen.pointer or not isinstance(seen.text, str):
        return ""
    last = seen.pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    for prefix in (PREFIX, LEGACY_PREFIX, DOMAIN):
        last = last.removeprefix(prefix)
    return f"{last}: "


def total(report: DiagnosisReport) -> str:
    """The last line: how many Services are in which state, by the words that they were shown with."""
    counts: dict[str, int] = {}
    for one in report.diagnoses:
        kind = _NOT_APPLIED if _is_not_applied(one) else one.state
        counts[kind] = counts.get(kind, 0) + 1
    parts = [tr(COUNTED[state], count=counts[state]) for state in COUNTED if state in counts]
    services = ntr("{count} Service", "{count} Services", len(report.diagnoses))
    return tr("{services}: {parts}.", services=services, parts=tr(", ").join(parts)) if parts else services


def problems(report: DiagnosisReport) -> Iterator[str]:
    """Yield what is wrong with the snapshot itself."""
    for one in report.snapshot.problems:
        where = f"{one.file}: " if one.file else ""
        command = tr(" (run: {command})", command=one.command) if one.command else ""
        yield f"{where}{tr_value(one.message)}{command}"
