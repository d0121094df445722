"""`Failure`: the failures of syncs by events and log, and which of them still count.

A failure counts if it is newer than the last success. An equal hash label proves that the present revision was synced,
so failures about the revision are history. Failures about back ends, the cloud or the account still count: a sync of
back ends does not write the label. What the text claims of the object, the object itself can disprove (`claims`).
"""

from __future__ import annotations

from clblint.diagnose.claims import disproof
from clblint.diagnose.diagnosis import Past
from clblint.fast import NamedTuple
from clblint.i18n.text import phrase
from clblint.search.event_texts import (
    CHANGE,
    CLEAN_FAILED,
    DELETION,
    INFO,
    NO_CAUSE,
    REVISION,
    SUCCESS,
    EventText,
    reasons,
    text_in,
    text_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.events import Event
    from clblint.diagnose.reading.ccm_log import LogLine
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Text

SILENT = 11 * 60.0  # seconds: the CCM retries a failing Service every five minutes
_AT_WORK = 120.0  # seconds: a sync may still run that long
_BESIDE = 60.0  # seconds: events of one sync
_NOT_RETRIED = "public"
_DRY_RUN = "DryRun:"  # the CCM only tries out an upgrade: nothing has failed
_OF_PODS = frozenset({"Unhealthy", "BackOff", "Failed", "FailedScheduling"})
_WITH_SUCCESS = frozenset({"SkipSyncBackends", "UnAvailableLoadBalancer"})  # written by syncs that end well


class Failure(NamedTuple):
    """A failure that still counts.

    Attributes:
        event: its event; None if only the log has it.
        row: the known text that its message matches.
        last: when it last occurred, in seconds since 1970; None if unknown.
        lines: the lines of the log about it, which have the error code.
    """

    event: Event | None
    row: EventText
    last: float | None
    lines: tuple[LogLine, ...] = ()

    @property
    def message(self) -> str:
        """The text of the event, or of the line."""
        return self.event.message if self.event is not None else self.lines[-1].text


def failures(service: LiveService) -> list[Failure]:
    """The failures of a Service that still count, the newest first."""
    return failures_of(service)[0]


def failures_of(service: LiveService) -> tuple[list[Failure], list[Past]]:
    """The failures that count, the newest first, and those that are history."""
    known: tuple[list[Failure], list[Past]] | None = service.kept.get("failures")
    if known is None:
        known = service.kept["failures"] = _failures_of(service)
    return known


def _failures_of(service: LiveService) -> tuple[list[Failure], list[Past]]:
    found: list[Failure] = []
    past: list[Past] = [
        Past(event, phrase("about an earlier Service of this name: it has another uid"))
        for event in service.events_of_predecessors
        if event.is_warning
    ]
    for event in service.events:
        row = _failure_row(event)
        if row is None:
            continue
        settled = _settled(service, row)
        why = _why_past(service, event, row) or disproof(service, settled, event.message)
        if why is None:
            found.append(Failure(event, settled, event.last))
        else:
            past.append(Past(event, why))
    logged = list(_logged(service))
    return sorted(_joined(found, logged), key=lambda one: -(one.last or 0)), past


def _failure_row(event: Event) -> EventText | None:
    """The row of a failure; None for successes, notes, and events of others."""
    if not event.is_warning or event.reason in _WITH_SUCCESS:
        return None
    if event.reason not in reasons() and not (event.component and event.of_ccm):
        return None
    if event.reason in _OF_PODS or event.message.startswith(_DRY_RUN):
        return None
    row = text_of(event.reason, event.message)
    return None if row.about in {SUCCESS, CHANGE, INFO} or row.cause == NO_CAUSE else row


def _settled(service: LiveService, row: EventText) -> EventText:
    """The row, with the error code of the log where the event alone is not known."""
    if row.cause != "unknown-error":
        return row
    known = (text_in(f"ErrorCode: {line.code}. {line.text}") for line in service.log if line.is_failure)
    return next((one for one in known if one is not None), row)


def _why_past(service: LiveService, event: Event, row: EventText) -> Text | None:
    """Why a failure no longer counts, by its time; None if it still does."""
    success, last = service.last_success, event.last
    deleted = service.thing.deleted
    if deleted is not None:
        is_cleaning = event.reason == CLEAN_FAILED or row.about == DELETION or (last is not None and last >= deleted)
        return None if is_cleaning and not service.was_cleaned else phrase("from before the deletion")
    if success is not None and last is not None and success >= last:
        return phrase("older than the last success")
    if row.about == REVISION and service.revision_passed:
        return phrase("this revision was synced completely, by the hash label")
    if row.about == REVISION and _was_changed_since(service, last):
        return phrase("from before the last change of the Service")
    silent = last is not None and service.now - last > SILENT
    if silent and service.revision_passed and service.cluster.ccm_running and row.cause != _NOT_RETRIED:
        return phrase("not tried again since, although a failing Service is tried every five minutes")
    return None


def _was_changed_since(service: LiveService, last: float | None) -> bool:
    """Whether the Service was changed after a failure, and its next sync has run or may still run."""
    change = service.last_change
    if last is None or change is None or last >= change:
        return False
    tried = any(one.last is not None and one.last > change for one in service.events if _failure_row(one) is not None)
    return tried or service.now - change <= _AT_WORK


def _logged(service: LiveService) -> Iterator[Failure]:
    """Yield the failures that the log has, by their text or code."""
    success = service.last_success
    by_cause: dict[str, list[LogLine]] = {}
    rows: dict[str, EventText] = {}
    for line in service.log:
        if not line.is_failure or (success is not None and success >= line.time(service.now)):
            continue
        row = text_in(f"ErrorCode: {line.code}. {line.text}")
        if row is None or disproof(service, row, line.text) is not None:
            continue
        if not (row.about == REVISION and service.revision_passed):
            rows[row.cause] = row
            by_cause.setdefault(row.cause, []).append(line)
    for cause, lines in by_cause.items():
        yield Failure(None, rows[cause], lines[-1].time(service.now), tuple(lines))


def _joined(found: list[Failure], logged: list[Failure]) -> Iterator[Failure]:
    """Yield the failures of events with the lines about them, then those that only the log has."""
    causes = {one.row.cause for one in found}
    lines = {one.row.cause: one.lines for one in logged}
    yield from (one._replace(lines=lines.get(one.row.cause, ())) for one in found)
    yield from (one for one in logged if one.row.cause not in causes)


def is_current(service: LiveService, event: Event) -> bool:
    """Whether an event that successful syncs write, too, is from the last sync or the last eleven minutes."""
    if event.last is None:
        return True
    success = service.last_success
    return service.now - event.last <= SILENT or success is None or event.last >= success - _BESIDE
