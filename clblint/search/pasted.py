"""Parses pasted text into events: output of `kubectl describe` and `kubectl get events`, logs, or a single message.

`kubectl describe` lists events from the oldest to the newest, each with its age; they are returned newest first.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_MAX_EVENT = 2_000  # characters of one event
_MAX_TEXT = 500_000  # characters of what is pasted
_MAX_EVENTS = 50  # events
_AGE = r"(?:<\w+>|(?:\d+(?:\.\d+)?(?:ms|[smhdwy]))+)"
_SPAN = rf"{_AGE}(?:\s+\((?:x\d+)?\s*(?:over)?\s*{_AGE}?\))?"
_DESCRIBE_ROW = re.compile(
    rf"^\s*(?P<type>Warning|Normal)\s+(?P<reason>[A-Z]\w+)[:,]?\s+(?:(?P<age>{_SPAN})\s+(?P<source>[\w.,-]+)\s+)?(?P<text>\S.*)$"
)
_GET_EVENTS_ROW = re.compile(
    rf"^\s*(?:[\w.-]+\s+)??(?P<age>{_SPAN})\s+(?P<type>Warning|Normal)\s+(?P<reason>[A-Z]\w+)\s+(?P<source>[\w.]+/\S+)\s+(?P<text>\S.*)$"
)
_HEADINGS = re.compile(r"^\s*(?:Type\s+Reason|----|(?:NAMESPACE\s+)?LAST SEEN\s)|^\s*[A-Z][\w -]*:(?:\s|$)|^\s*$")
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_536_000}
_SDK_LINE_BREAK = re.compile(
    r"\n[ \t]{0,40}(?=(?:Error ?Code|Code|Message|Recommend|Request ?Id|Host ?Id|Data|Status ?Code)\b\W?\s*:)",
    re.IGNORECASE,
)
_LOG_PREFIX = re.compile(r"^(?:[IWEF]\d{4}\s+[\d:.]+\s+\d+\s+[\w.-]+:\d+\]|\d{4}-\d\d-\d\d[T ]\S+)\s*")
_MESSAGE_FIELDS = ("message", "Message", "note", "msg", "error", "err")
_GENERIC_REASONS = frozenset({"SyncLoadBalancerFailed"})  # says no more than its message
_SUCCESS_REASONS = frozenset(
    {"EnsuringLoadBalancer", "EnsuredLoadBalancer", "UpdatedLoadBalancer", "Scheduled", "Pulled", "Started", "Created"}
)


class PastedEvent(NamedTuple):
    """One event: the line as it was pasted, the text to search for, and whether it is of type Normal."""

    line: str
    text: str
    is_normal: bool = False


def events_in(text: str) -> list[PastedEvent]:
    """The events that a text lists, the newest first; none if it lists no events.

    Events that report success are omitted if there are others.
    """
    found = _distinct(list(_from_json(text)) or _from_tables(text[:_MAX_TEXT].splitlines()))
    return ([one for one in found if not one.is_normal or not _is_success(one)] or found)[:_MAX_EVENTS]


def lines_in(text: str) -> list[PastedEvent]:
    """The lines of a text that lists no events, without the prefixes of logs."""
    joined = _SDK_LINE_BREAK.sub(" ", text[:_MAX_TEXT])
    lines = (_LOG_PREFIX.sub("", line.strip())[:_MAX_EVENT] for line in joined.splitlines())
    return _distinct(PastedEvent(line, line) for line in lines if line)[:_MAX_EVENTS]


def as_one_event(text: str) -> PastedEvent:
    """A text as one event that was broken into lines."""
    joined = " ".join(text[:_MAX_TEXT].split())[: 10 * _MAX_EVENT]
    return PastedEvent(joined, joined)


def _is_success(event: PastedEvent) -> bool:
    return any(reason in event.line for reason in _SUCCESS_REASONS)


def _distinct(events: Iterable[PastedEvent]) -> list[PastedEvent]:
    """The first of each group of events that differ only in numbers."""
    kept: dict[str, PastedEvent] = {}
    for event in events:
        kept.setdefault(re.sub(r"[\d\s]+", " ", event.text), event)
    return list(kept.values())


def _from_tables(lines: list[str]) -> list[PastedEvent]:
    """The events in the rows of tables, the newest first; a continuation line belongs to the row above it."""
    rows: list[tuple[float, PastedEvent]] = []
    joins = False
    for line in (full_line[: 2 * _MAX_EVENT] for full_line in lines):
        match = _GET_EVENTS_ROW.match(line) or _DESCRIBE_ROW.match(line)
        if match:
            rows.append((_seconds(match["age"]), _event(match["type"], match["reason"], match["text"], line)))
        elif joins and not _HEADINGS.match(line):
            age, event = rows[-1]
            rows[-1] = (age, _joined(event, line))
        joins = bool(match) or (joins and not _HEADINGS.match(line))
    if all(age < 0 for age, _ in rows):
        return [event for _, event in rows]  # without ages: in the order of the text
    rows.reverse()  # of two events of the same age, the later one is newer
    return [event for _, event in sorted(rows, key=lambda row: row[0])]


def _joined(event: PastedEvent, line: str) -> PastedEvent:
    return event._replace(
        line=f"{event.line} {line.strip()}"[:_MAX_EVENT], text=f"{event.text} {line.strip()}"[:_MAX_EVENT]
    )


def _event(kind: str, reason: str, text: str, line: str) -> PastedEvent:
    searched = text if reason in _GENERIC_REASONS else f"{reason} {text}"
    return PastedEvent(" ".join(line.split())[:_MAX_EVENT], searched.strip()[:_MAX_EVENT], kind == "Normal")


def _seconds(age: str | None) -> float:
    """The age of an event in seconds; -1 if it is unknown."""
    first = re.match(_AGE, age or "")
    parts = re.findall(r"(?<!\d)(\d+(?:\.\d+)?)(ms|[smhdwy])", first[0]) if first else []
    return sum(float(number) * _UNITS[unit] for number, unit in parts) if parts else -1.0


def _from_json(text: str) -> Iterator[PastedEvent]:
    """The events of `kubectl get events -o json`, the newest first."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return
    items = found.get("items", [found]) if isinstance(found, dict) else found
    events = (
        [one for one in items if isinstance(one, dict) and isinstance(one.get("reason"), str)]
        if isinstance(items, list)
        else []
    )
    for one in sorted(events, key=_last_seen, reverse=True):
        message = next((one[key] for key in _MESSAGE_FIELDS if isinstance(one.get(key), str)), "")
        yield _event(
            str(one.get("type", "")), one["reason"], message, f"{one.get('type', '')} {one['reason']} {message}"
        )


def _last_seen(event: dict[str, Any]) -> str:
    series = event.get("series")
    last = series.get("lastObservedTime") if isinstance(series, dict) else None
    return str(last or event.get("lastTimestamp") or event.get("eventTime") or "")
