"""Loads `annotations.json`: the texts of the catalogue in two languages; imported only if a text is needed."""

from __future__ import annotations

import functools

from clblint.i18n.text import Words
from clblint_schemas import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@functools.cache
def document() -> dict[str, Any]:
    """All of `annotations.json`."""
    import json  # noqa: PLC0415 -- a run without anything to say needs neither
    import os  # noqa: PLC0415 -- a run without anything to say needs neither

    path = os.path.join(os.path.dirname(index.__file__), "annotations.json")
    with open(path, encoding="utf-8") as file:
        read: dict[str, Any] = json.load(file)
    return read


@functools.cache
def details() -> dict[str, dict[str, Any]]:
    """The annotations by their short names."""
    rows = (*document()["annotations"], *document()["newer"])
    return {annotation["suffix"]: annotation for annotation in rows}


def details_for(details: dict[str, Any], controller: str) -> dict[str, Any]:
    """The entry of an annotation as it holds for one controller: what differs for NLBs stands in a part of its own."""
    return {**details, **details["nlb"]} if controller == "nlb" and "nlb" in details else details


def term(kind: str, word: str) -> Words:
    """The explanation of a term in the field `change`, `removal`, `reuse`, `default`, `scope` or `invalid`."""
    return Words(**document()["terms"][kind][word])


def documents() -> dict[str, str]:
    """The titles of source documents by their short codes."""
    titles: dict[str, str] = document()["documents"]
    return titles


def allowed_words(row: dict[str, Any]) -> Words:
    """The values of a row of `accepts`, as a phrase that completes "it takes"."""
    if "allowed" in row:
        return Words(**row["allowed"])
    make = _integers if row["kind"] == "integer" else _choice
    phrases = document()["phrases"].items()
    return Words(*(make(row, {name: texts[lang] for name, texts in phrases}) for lang in Words._fields))


def _integers(row: dict[str, Any], phrases: dict[str, str]) -> str:
    unit = phrases[row["unit"]] if "unit" in row else ""
    return phrases["integer"].format(low=row["integer"]["minimum"], high=row["integer"]["maximum"], unit=unit)


def _choice(row: dict[str, Any], phrases: dict[str, str]) -> str:
    *first, last = (f'"{value}"' for value in row["values"])
    return phrases["choice"].format(first=phrases["comma"].join(first), last=last) if first else last
