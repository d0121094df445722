"""Makes the index for `clblint explain --event`, and the index of rules by annotation.

It holds what the rules of clblint say on their pages, in English and in Chinese, the rows of the troubleshooting
documents, and what `events.json` says of events that are no rule's own.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from clblint.i18n.language import CHINESE, catalogue_of
from clblint.kube.catalogue.events import events_by_rule
from clblint.plugins.pages import page_of
from clblint.search.query import query_of
from clblint.search.rows import read_events, read_seeds
from clblint.search.seen import distinctive_text, event_message, is_silent
from clblint.search.terms import terms
from tools.page_findings import all_said, looked_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.i18n.text import Words
    from clblint.lint.rule import Rule
    from clblint.search.rows import Event, SeedRow
    from tools.page_findings import Said

_CODE = re.compile(r"[a-z][A-Z]")  # in a word that says something by itself
_FEW = 3  # words, which say nothing by themselves
_OF_EVENTS = frozenset({"document", "event", "seen"})


class _Entry(NamedTuple):
    """A text in both languages, where it is from, and the number of its topic or the name of its rule."""

    kind: str
    owner: int | str
    english: str
    chinese: str = ""


def made(rules: Iterable[Rule]) -> dict[str, Any]:
    """The index of these rules."""
    rules = sorted(rules, key=lambda rule: rule.name)
    said = all_said(rules)
    topics, entries = _topics()
    entries += dict.fromkeys([*_of_rules(said), *_of_catalogue(rules), *map(_page, rules)])
    return {
        "rules": [rule.name for rule in rules],
        "topics": topics,
        "entries": [_row(entry) for entry in entries],
        "annotations": _annotations(rules, said),
    }


def _row(entry: _Entry) -> tuple[object, ...]:
    """An entry as it stands in the file: its texts, but for whole pages, and the words that each is found by."""
    texts = (entry.english, entry.chinese)
    words = (" ".join(sorted(terms(_telling(entry, text)))) for text in texts)
    return (entry.kind, entry.owner, *(("", "") if entry.kind == "page" else texts), *words)


def _telling(entry: _Entry, text: str) -> str:
    """The part of a text that tells it from others: not the reason of an event, which many share, nor a frame."""
    if entry.kind == "silent":
        return ""
    return query_of(event_message(text)).text if entry.kind in _OF_EVENTS else text


def _topics() -> tuple[list[dict[str, Any]], list[_Entry]]:
    """What is seen: the rows of the documents with all that `events.json` adds to them, and the rest of that."""
    rows, documents = read_seeds()
    events = read_events()
    topics: list[dict[str, Any]] = []
    entries: list[_Entry] = []
    for row in rows:
        titles = [row.title, *(title for document in documents for title, one in document.rows if one is row)]
        more = [event for event in events if event.row == row.id]
        entries += [_Entry("document", len(topics), title) for title in dict.fromkeys(titles)]
        entries += [_Entry("seen", len(topics), text) for event in more for text in (*event.texts, *event.codes)]
        topics.append(_topic(row, *more))
    for event in events:
        if not event.row:
            entries += [_Entry("seen", len(topics), text) for text in (*event.texts, *event.codes)]
            topics.append(_topic(event))
    return topics, list(dict.fromkeys(entries))


def _topic(*parts: SeedRow | Event) -> dict[str, Any]:
    rules = list(dict.fromkeys(rule for part in parts for rule in part.rules))
    codes = [code for part in parts for code in getattr(part, "codes", ())]
    undecidable: Words | None = next((part.undecidable for part in parts if part.undecidable), None)
    return {"rules": rules, "codes": codes, **({"left": undecidable._asdict()} if undecidable else {})}


def _of_rules(said: Iterable[Said]) -> Iterator[_Entry]:
    for one in said:
        english, chinese = map(distinctive_text, one.seen)
        if len(terms(english)) > 1 or _CODE.search(english):
            yield _Entry("symptom" if is_silent(one.seen[0]) else "seen", one.rule, english, chinese)
        else:
            yield _Entry("silent", one.rule, *one.seen)
        yield from (_Entry("event", one.rule, event) for event in one.events)
        yield from (_Entry("message", one.rule, *text) for text in one.messages if len(terms(text[0])) > _FEW)


def _of_catalogue(rules: Iterable[Rule]) -> Iterator[_Entry]:
    known = {rule.name for rule in rules}
    yield from (_Entry("event", rule, text) for rule, text in events_by_rule() if rule in known)


def _page(rule: Rule) -> _Entry:
    english, chinese = page_of(rule), page_of(rule, catalogue_of(rule.pack, CHINESE).gettext)
    return _Entry("page", rule.name, *(f"{page.summary} {page.explanation}" for page in (english, chinese)))


def _annotations(rules: list[Rule], said: list[Said]) -> dict[str, list[str]]:
    """The rules that look at each annotation, ask for it or write it."""
    found = looked_at(rules)
    for rule in rules:
        for suffix in rule.annotations:
            found.setdefault(suffix, set()).add(rule.name)
    for one in said:
        for suffix in one.annotations:
            found.setdefault(suffix, set()).add(one.rule)
    return {suffix: sorted(found[suffix]) for suffix in sorted(found)}


def as_text(index: dict[str, Any]) -> str:
    """The index as it stands in its file: an entry a line, so that changes can be read."""
    parts = []
    for key, value in index.items():
        if isinstance(value, dict):
            rows = ",\n".join(f"{_json(name)}:{_json(one)}" for name, one in value.items())
            parts.append(f"{_json(key)}:{{\n{rows}\n}}")
        else:
            rows = ",\n".join(map(_json, value))
            parts.append(f"{_json(key)}:[\n{rows}\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
