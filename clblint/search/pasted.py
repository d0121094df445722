"""Parses pasted text into events: output of `kubectl describe` and `kubectl get events`, logs, or a single message.

`kubectl describe` lists events from the oldest to the newest, each with its age; they are returned newest first.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST = 2_000  # characters of one event
_ALL = 500_000  # characters of what is pasted
_MOST = 50  # events
_AGE = r"(?:<\w+>|(?:\d+(?:\.\d+)?(?:ms|[smhdwy]))+)"
_SPAN = rf"{_AGE}(?:\s+\((?:x\d+)?\s*(?:over)?\s*{_AGE}?\))?"
_DESCRIBED = re.compile(
    rf"^\s*(?P<type>Warning|Normal)\s+(?P<reason>[A-Z]\w+)[:,]?\s+(?:(?P<age>{_SPAN})\s+(?P<source>[\w.,-]+)\s+)?(?P<text>\S.*)$"
)
_LISTED = re.compile(
    rf"^\s*(?:[\w.-]+\s+)??(?P<age>{_SPAN})\s+(?P<type>Warning|Normal)\s+(?P<reason>[A-Z]\w+)\s+(?P<source>[\w.]+/\S+)\s+(?P<text>\S.*)$"
)
_HEADS = re.compile(r"^\s*(?:Type\s+Reason|----|(?:NAMESPACE\s+)?LAST SEEN\s)|^\s*[A-Z][\w -]*:(?:\s|$)|^\s*$")
_UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_536_000}
_OF_AN_SDK = re.compile(
    r"\n[ \t]{0,40}(?=(?:Error ?Code|Code|Message|Recommend|Request ?Id|Host ?Id|Data|Status ?Code)\b\W?\s*:)",
    re.IGNORECASE,
)
_LOG = re.compile(r"^(?:[IWEF]\d{4}\s+[\d:.]+\s+\d+\s+[\w.-]+:\d+\]|\d{4}-\d\d-\d\d[T ]\S+)\s*")
_TOLD = ("message", "Message", "note", "msg", "error", "err")
_GENERIC = frozenset({"SyncLoadBalancerFailed"})  # says no more than its message
_FINE = frozenset(
    {"EnsuringLoadBalancer", "EnsuredLoadBalancer", "UpdatedLoadBalancer", "Scheduled", "Pulled", "Started", "Created"}
)


class PastedEvent(NamedTuple):
    """One event: the line as it was pasted, what of it is to be looked for, and its type where it has one."""

    line: str
    text: str
    is_normal: bool = False


def events_in(text: str) -> list[PastedEvent]:
    """The events that a text lists, the newest first; none where it is something else.

    Those that say that all is well are left out, where there are others.
    """
    found = _once(list(_of_json(text)) or _of_tables(text[:_ALL].splitlines()))
    return ([one for one in found if not one.is_normal or not _is_fine(one)] or found)[:_MOST]


def lines_in(text: str) -> list[PastedEvent]:
    """The lines of a text that lists no events, each for itself."""
    joined = _OF_AN_SDK.sub(" ", text[:_ALL])
    lines = (_LOG.sub("", line.strip())[:_LONGEST] for line in joined.splitlines())
    return _once(PastedEvent(line, line) for line in lines if line)[:_MOST]


def whole(text: str) -> PastedEvent:
    """A text that was broken into lines, as one."""
    joined = " ".join(text[:_ALL].split())[: 10 * _LONGEST]
    return PastedEvent(joined, joined)


def _is_fine(event: PastedEvent) -> bool:
    return any(reason in event.line for reason in _FINE)


def _once(events: Iterable[PastedEvent]) -> list[PastedEvent]:
    """Each of those that differ in more than numbers."""
    kept: dict[str, PastedEvent] = {}
    for event in events:
        kept.setdefault(re.sub(r"[\d\s]+", " ", event.text), event)
    return list(kept.values())


def _of_tables(lines: list[str]) -> list[PastedEvent]:
    """The rows of tables of events; a line that goes on with one above it belongs to it."""
    rows: list[tuple[float, PastedEvent]] = []
    joins = False
    for line in (whole_line[: 2 * _LONGEST] for whole_line in lines):
        match = _LISTED.match(line) or _DESCRIBED.match(line)
        if match:
            rows.append((_seconds(match["age"]), _event(match["type"], match["reason"], match["text"], line)))
        elif joins and not _HEADS.match(line):
            age, event = rows[-1]
            rows[-1] = (age, _joined(event, line))
        joins = bool(match) or (joins and not _HEADS.match(line))
    if all(age < 0 for age, _ in rows):
        return [event for _, event in rows]  # without ages: in their own order
    rows.reverse()  # of two that are as old the later is the newer one
    return [event for _, event in sorted(rows, key=lambda row: row[0])]


def _joined(event: PastedEvent, line: str) -> PastedEvent:
    return event._replace(
        line=f"{event.line} {line.strip()}"[:_LONGEST], text=f"{event.text} {line.strip()}"[:_LONGEST]
    )


def _event(kind: str, reason: str, text: str, line: str) -> PastedEvent:
    asked = text if reason in _GENERIC else f"{reason} {text}"
    return PastedEvent(" ".join(line.split())[:_LONGEST], asked.strip()[:_LONGEST], kind == "Normal")


def _seconds(age: str | None) -> float:
    """How old an event is; less than nothing where that is not said."""
    first = re.match(_AGE, age or "")
    parts = re.findall(r"(?<!\d)(\d+(?:\.\d+)?)(ms|[smhdwy])", first[0]) if first else []
    return sum(float(number) * _UNITS[unit] for number, unit in parts) if parts else -1.0


def _of_json(text: str) -> Iterator[PastedEvent]:
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
        told = next((one[key] for key in _TOLD if isinstance(one.get(key), str)), "")
        yield _event(str(one.get("type", "")), one["reason"], told, f"{one.get('type', '')} {one['reason']} {told}")


def _last_seen(event: dict[str, Any]) -> str:
    series = event.get("series")
    last = series.get("lastObservedTime") if isinstance(series, dict) else None
    return str(last or event.get("lastTimestamp") or event.get("eventTime") or "")
