"""Reads the data files of the search: the rows of the ACK troubleshooting documents, and other known events."""

from __future__ import annotations

import functools
import json
from importlib import resources

from clblint.fast import NamedTuple
from clblint.i18n.text import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.lint.rule import Rule


class SeedRow(NamedTuple):
    """A row of a document: an event, a symptom or a question.

    The rules that answer it are those named in `rules`, the most frequent first, those of `packs` and those of
    `severity`. `undecidable` says what of it no manifest decides, and why; None if all of it is decided. `live` are the
    causes by which `clblint diagnose` decides that from a snapshot (`*`: its list of Services), `asks` the fact that
    may stay unknown there, for which it prints a command.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    packs: tuple[str, ...]
    severity: str
    undecidable: Words | None
    live: tuple[str, ...] = ()
    asks: str = ""

    def is_answered_by(self, rule: Rule) -> bool:
        """Whether a rule is one of those that answer it."""
        pack = rule.pack.removeprefix("clblint_")
        return rule.name in self.rules or pack in self.packs or rule.severity.label == self.severity


class SeedDocument(NamedTuple):
    """A document: its title, and its rows with the titles that they have there."""

    title: str
    rows: tuple[tuple[str, SeedRow], ...]


class Event(NamedTuple):
    """An event or symptom in several wordings, with the error codes of the API for it.

    The rules behind it are those of the `SeedRow` with the id `row`, if any, then `rules`, the most frequent first.
    """

    row: str
    texts: tuple[str, ...]
    codes: tuple[str, ...]
    rules: tuple[str, ...]
    undecidable: Words | None


@functools.cache
def read_seeds() -> tuple[tuple[SeedRow, ...], tuple[SeedDocument, ...]]:
    """All rows without duplicates, and the documents that list them."""
    found = _read("seed-rows.json")
    rows = {
        row["id"]: SeedRow(
            row["id"],
            row["title"],
            tuple(row["rules"]),
            tuple(row.get("packs", ())),
            row.get("severity", ""),
            Words(**row["left"]) if "left" in row else None,
            tuple(row.get("live", ())),
            row.get("asks", ""),
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
    """The events and symptoms that are in no document, and further wordings of those that are."""
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
