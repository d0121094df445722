"""The texts of events and errors with their causes (`clblint_schemas/diagnoses.json`).

`explain --event` names the causes behind a text, `diagnose` tells by the objects of a cluster which of them it is.
"""

from __future__ import annotations

import functools
import json
from importlib import resources

from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# What a text is about; others are about the back ends, the account and the nodes.
REVISION, CLOUD, CLUSTER, DELETION = "revision", "cloud", "cluster", "deletion"
SUCCESS, CHANGE, INFO = "success", "change", "info"
_SHORTEST = 8  # characters of a text that says something by itself
NO_CAUSE, BEHIND, UNKNOWN_ERROR = "-", "behind", "unknown-error"
SYNC_FAILED, CLEAN_FAILED = "SyncLoadBalancerFailed", "CleanLoadBalancerFailed"


class EventText(NamedTuple):
    """A part of the text of an event: its reason, its words, the cause behind it, and what it is about.

    The cause is a name, or a group of causes that objects tell apart (`lookup`, `vgroup`, ...), `behind` (the rest of
    the text says it), or `-`.
    """

    reason: str
    text: str
    cause: str
    about: str


_OTHER = EventText(SYNC_FAILED, "", UNKNOWN_ERROR, CLOUD)


@functools.cache
def _table() -> dict[str, Any]:
    text = resources.files("clblint_schemas").joinpath("diagnoses.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@functools.cache
def rules_by_cause() -> dict[str, tuple[str, ...]]:
    """The rules that would have told of each cause and piece of advice; `*` stands for every rule."""
    return {name: tuple(rules) for name, rules in _table()["causes"].items()}


def fitting(symptom: str) -> tuple[str, ...]:
    """The advice that fits a symptom by its words, the likeliest first; none if it has no known word."""
    lowered = symptom.lower()
    rows = (row for row in _table()["symptoms"] if any(word in lowered for word in row["words"]))
    return tuple(dict.fromkeys(name for row in rows for name in row["first"]))


def causes_of(row: EventText) -> tuple[str, ...]:
    """The names of the causes behind a text, the likeliest first; none for one that is no failure."""
    if row.cause in {NO_CAUSE, BEHIND}:
        return ()
    return tuple(_table()["groups"].get(row.cause, (row.cause,)))


@functools.cache
def event_texts() -> tuple[EventText, ...]:
    """All texts; within a reason, the first that an event contains decides."""
    return tuple(EventText(**row) for row in _table()["texts"])


@functools.cache
def reasons() -> frozenset[str]:
    """The reasons of events of the CCM and of those that explain its back ends."""
    return frozenset(one.reason for one in event_texts())


def text_of(reason: str, message: str) -> EventText:
    """The row for an event; `unknown-error` for a failure of a sync whose text is not known.

    A reason of another kind says enough, whatever the words are.
    """
    lowered = message.lower()
    own = [one for one in event_texts() if one.reason == reason]
    best = next((one for one in own if one.cause != BEHIND and one.text.lower() in lowered), None)
    if best is not None:
        return best
    if own and reason not in {SYNC_FAILED, CLEAN_FAILED}:
        return own[0]
    behind = text_in(message)
    return behind if behind is not None else _OTHER._replace(reason=reason)


def causes_in(message: str) -> tuple[str, ...]:
    """The names of the causes behind the text of an event or error; none if the text is not known."""
    lowered = message.lower()
    row = next((one for one in event_texts() if len(one.text) > _SHORTEST and one.text.lower() in lowered), None)
    return causes_of(row) if row is not None else ()


def text_in(message: str) -> EventText | None:
    """The row for the text of an error, whatever its reason; None if it is not known."""
    lowered = message.lower()
    rows = (one for one in event_texts() if one.reason == SYNC_FAILED and one.cause != BEHIND)
    return next((one for one in rows if one.text.lower() in lowered), None)
