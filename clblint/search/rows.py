"""Reads the data files of the search: the rows of the ACK troubleshooting documents, and other known events."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import TYPE_CHECKING, Any

from clblint.fast import NamedTuple
from clblint.i18n.text import Words

if TYPE_CHECKING:
    from clblint.lint.rule import Rule


class SeedRow(NamedTuple):
    """Something that a document lists: an event, a symptom or a question.

    It is answered by the rules that `rules` names, the most frequent first, by those of `packs`, and by those of
    `severity`. `left` says what of it cannot be decided offline, and why, if anything is.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    packs: tuple[str, ...]
    severity: str
    left: Words | None

    def is_answered_by(self, rule: Rule) -> bool:
        """Whether a rule says something about it."""
        pack = rule.pack.removeprefix("clblint_")
        return rule.name in self.rules or pack in self.packs or rule.severity.label == self.severity


class SeedDocument(NamedTuple):
    """A document: the rows that it lists, each with what it calls it there."""

    title: str
    rows: tuple[tuple[str, SeedRow], ...]


class Event(NamedTuple):
    """Something that is seen, in several wordings, and the API's codes for it.

    The rules behind it are those of a row (its `row`), then `rules`, the most frequent first.
    """

    row: str
    texts: tuple[str, ...]
    codes: tuple[str, ...]
    rules: tuple[str, ...]
    left: Words | None


@functools.cache
def read_seeds() -> tuple[tuple[SeedRow, ...], tuple[SeedDocument, ...]]:
    """All rows, each once, and the documents that list them."""
    found = _read("seed-rows.json")
    rows = {
        row["id"]: SeedRow(
            row["id"],
            row["title"],
            tuple(row["rules"]),
            tuple(row.get("packs", ())),
            row.get("severity", ""),
            Words(**row["left"]) if "left" in row else None,
        )
        for row in found["rows"]
    }
    documents = (
        SeedDocument(document["title"], tuple((row["title"], rows[row["row"]]) for row in document["rows"]))
        for document in found["documents"]
    )
    return tuple(rows.values()), tuple(documents)


def seed_rows_of(rule: Rule) -> list[str]:
    """The titles of the rows that a rule answers."""
    rows, _ = read_seeds()
    return [row.title for row in rows if row.is_answered_by(rule)]


def read_events() -> list[Event]:
    """What is seen of faults beside the rows of the documents, and in other words than theirs."""
    return [
        Event(
            one.get("row", ""),
            tuple(one.get("texts", ())),
            tuple(one.get("codes", ())),
            tuple(one.get("rules", ())),
            Words(**one["left"]) if "left" in one else None,
        )
        for one in _read("events.json")["events"]
    ]


def _read(name: str) -> dict[str, Any]:
    text = resources.files("clblint_schemas").joinpath(name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
