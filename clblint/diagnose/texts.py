"""The texts of events and errors with their causes (`clblint_schemas/diagnoses.json`)."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

from clblint.fast import NamedTuple

REVISION, BACKENDS, CLOUD, ACCOUNT, CLUSTER, DELETION, NODE = (
    "revision", "backends", "cloud", "account", "cluster", "deletion", "node",
)  # fmt: skip
SUCCESS, CHANGE, INFO = "success", "change", "info"
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


@functools.cache
def event_texts() -> tuple[EventText, ...]:
    """All texts; within a reason, the first that an event contains decides."""
    return tuple(EventText(**row) for row in _table()["texts"])


@functools.cache
def reasons() -> frozenset[str]:
    """The reasons of events of the CCM and of those that explain its back ends."""
    return frozenset(one.reason for one in event_texts())


def text_of(reason: str, message: str) -> EventText:
    """The row for an event; `unknown-error` for a failure whose text is not known."""
    lowered = message.lower()
    found = [one for one in event_texts() if one.reason == reason and one.text.lower() in lowered]
    best = next((one for one in found if one.cause != BEHIND), None)
    if best is not None:
        return best
    if reason in {SYNC_FAILED, CLEAN_FAILED} or reason not in reasons():
        behind = text_in(message)
        if behind is not None:
            return behind
    return found[0]._replace(cause=UNKNOWN_ERROR) if found else _OTHER._replace(reason=reason)


def text_in(message: str) -> EventText | None:
    """The row for the text of an error, whatever its reason; None if it is not known."""
    lowered = message.lower()
    rows = (one for one in event_texts() if one.reason == SYNC_FAILED and one.cause != BEHIND)
    return next((one for one in rows if one.text.lower() in lowered), None)
