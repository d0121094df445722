"""Finds the annotations that cause an event of the CCM."""

from __future__ import annotations

import re

from clblint.kube.catalogue.catalogue import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.kube.catalogue.annotation import KnownAnnotation


_GENERAL = "invalid-annotation-value"  # where the catalogue names no rule of its own
_OF_ANY = frozenset({"InvalidParameter"})  # the event does not name the parameter


def annotations_behind(event: str) -> list[KnownAnnotation]:
    """The annotations whose invalid or changed value causes an event with this text, best match first."""
    found = []
    for annotation in catalogue():
        fits = [text for text in _messages(annotation.details) if text not in _OF_ANY and _may_say(text, event)]
        if fits:
            found.append((-max(map(len, fits)), annotation.suffix))
    return [catalogue().by_suffix(suffix) for _, suffix in sorted(found)]


def events_by_rule() -> Iterator[tuple[str, str]]:
    """Yield (rule, event): the rules for invalid values in the catalogue, and an event that such a value causes."""
    for annotation in catalogue():
        for fault in _faults(annotation.details):
            yield from ((fault.get("rule", _GENERAL), text) for text in _events(fault))


def _messages(details: dict[str, Any]) -> Iterator[str]:
    for fault in _faults(details):
        yield from _events(fault)
        yield from (fault[field] for field in ("api_error", "reason") if field in fault)
    behaviours = (details, details.get("nlb", {}))
    fates = (behaviour.get(field, {}) for behaviour in behaviours for field in ("change", "removal"))
    yield from (fate["error"] for fate in fates if "error" in fate)


def _faults(details: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for row in details["accepts"]:
        yield from (row["invalid"], row.get("outside", {}))


def _events(fault: dict[str, Any]) -> Iterator[str]:
    event = fault.get("event", [])
    yield from [event] if isinstance(event, str) else [case["text"] for case in event]


def _may_say(message: str, event: str) -> bool:
    """Whether an event matches a message whose placeholders stand for any text."""
    at = 0
    for part in re.split(r"\{\w+\}", message):
        found = event.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True
