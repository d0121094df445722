"""`Searcher`: finds the rules behind an event, the most likely first.

The name of a rule in the text decides, or else an error code of the API; otherwise the words are compared.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from clblint.search.difference import said
from clblint.search.index import Index, built_rules, read_index
from clblint.search.pasted import as_one_event, events_in, lines_in
from clblint.search.query import query_of
from clblint.search.terms import last_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.i18n.text import Words
    from clblint.lint.rule import Rule
    from clblint.search.index import IndexEntry
    from clblint.search.pasted import PastedEvent
    from clblint.search.query import Query

# Grades are similarities from 0 to 1.
_MIN_CERTAIN = 0.55  # the lowest grade of a certain answer
_MIN_POSSIBLE = 0.3  # the lowest grade of a possible answer
_EXACT = 0.95  # from here on, the texts are equal word for word
_RATIO = 0.68  # answers with a lower grade, relative to the best one, are dropped
_STRICT_RATIO = 0.85  # the same if the best answer is exact, or only possible
_ANOTHER = 0.3  # what remains of the grade above that of a possible answer, if a text is about something else
_GRADE_STEP = 0.12  # smaller differences between grades are not significant
_KIND_WEIGHTS = {"document": 1.0, "event": 1.0, "seen": 1.0, "symptom": 1.0, "message": 0.9, "page": 0.62}
_RULE_WEIGHT = 0.93  # texts of one rule rank below topics, for which all causes are known
_MAX_NEAREST, _MAX_UNDECIDABLE = 3, 2
_NAME = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")
_CODE = re.compile(r"(?<![A-Za-z0-9_.])[A-Za-z][A-Za-z0-9_.]{7,}")
_CAMEL_CASE = re.compile(r"[a-z][A-Z]")
_MIN_PREFIX = 8  # characters that identify an error code


class RankedRule(NamedTuple):
    """A rule, its likelihood (0 to 1) of being behind an event, and the text that matched."""

    rule: str
    grade: float
    because: IndexEntry


class EventAnswer(NamedTuple):
    """The answer for an event: rules, the most likely first; `undecidable` are causes that no manifest shows.

    If `certain` is false, the rules are possible causes only. `nearest` are the nearest rules if nothing was found.
    """

    rules: tuple[RankedRule, ...]
    undecidable: tuple[Words, ...]
    certain: bool
    nearest: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rules or self.undecidable)


class Searcher:
    """Finds the rules behind events, among the installed ones."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._index: Index = read_index()
        known = built_rules()
        self._rules = {}
        for rule in rules:
            self._rules[rule.name] = rule
            if rule.name not in known:
                self._index.add(rule)

    def answers(self, text: str) -> list[tuple[PastedEvent, EventAnswer]]:
        """The events in a pasted text, each with its answer.

        A text that lists no events is one event that was broken into lines, unless several of its lines are known.
        """
        events = events_in(text)
        if events:
            answered = [(event, self.behind(event.text)) for event in events]
            return [(event, answer) for event, answer in answered if not event.is_normal or answer.rules] or answered
        together, behind = as_one_event(text), cache(self.behind)  # often the one line is all of it
        lines = [(line, behind(line.text)) for line in lines_in(text)]
        known = [(line, answer) for line, answer in lines if answer and answer.certain]
        if len(known) > 1 and len({answer.rules[:1] or answer.undecidable for _, answer in known}) > 1:
            return known
        answer = behind(together.text)
        return [(together, answer)] if answer.certain or not known else known

    def behind(self, event: str) -> EventAnswer:
        """The answer for the text of one event."""
        query = query_of(event)
        by_words = self._by_words
        return self._by_name(event) or self._by_code(query) or by_words(query.text) or by_words(query.rest)

    def _by_name(self, event: str) -> EventAnswer | None:
        """The rules that the text names, as lines of clblint's own output do; None if it names none."""
        named = [name for name in dict.fromkeys(_NAME.findall(event)) if name in self._rules]
        found = tuple(RankedRule(name, 1.0, self._own(name)) for name in named)
        return EventAnswer(found, (), certain=True) if found else None

    def _own(self, rule: str) -> IndexEntry:
        return next(entry for entry in self._index.entries if entry.topic is None and entry.rules == (rule,))

    def _by_code(self, query: Query) -> EventAnswer | None:
        """The rules of the topics of an error code, then those that name it; None if no code is known."""
        written = {code.rstrip(".") for code in query.codes or _CODE.findall(query.text)}
        codes = {code: number for number, topic in enumerate(self._index.topics) for code in topic.codes}
        known = {one: codes[one] for code in written for one in _matching_codes(code, codes, framed=bool(query.codes))}
        if not known:
            return None
        found: dict[str, RankedRule] = {}
        for entry in self._index.entries:
            if entry.topic in known.values() or (entry.topic is None and _names(entry, known)):
                self._take(found, entry, 1.0)
        order = [rule for number in known.values() for rule in self._index.topics[number].rules]
        ranked = sorted(found.values(), key=lambda one: order.index(one.rule) if one.rule in order else len(order))
        return EventAnswer(tuple(ranked), self._undecidable(known.values()), certain=True)

    def _by_words(self, text: str) -> EventAnswer:
        entries, grades = self._index.entries, self._grades(text)
        best = max(grades.values(), default=0.0)
        least = best * (_RATIO if _MIN_CERTAIN <= best < _EXACT else _STRICT_RATIO)
        order = sorted(
            (number for number in grades if grades[number] >= min(least, _MIN_POSSIBLE)),
            key=lambda number: (
                int((best - grades[number]) / _GRADE_STEP),
                entries[number].topic is None,
                -grades[number],
                -self._severity(entries[number]),
                number,
            ),
        )
        return self._answer([(number, grades[number]) for number in order], best, least)

    def _grades(self, text: str) -> dict[int, float]:
        """The likeness of each entry, by its number; one about something else is possible at best."""
        entries, asked = self._index.entries, said(text)
        grades = {
            number: grade * _weight(entries[number])
            for number, grade in self._index.grades(asked.terms, last_word(text)).items()
        }
        for number, grade in grades.items():
            if grade > _MIN_POSSIBLE and self._index.is_about_another(asked, number):
                grades[number] = _MIN_POSSIBLE + (grade - _MIN_POSSIBLE) * _ANOTHER
        return grades

    def _severity(self, entry: IndexEntry) -> int:
        """The severity of the gravest of its rules: what fails is reported by an error, a note may foretell it."""
        return max((self._rules[rule].severity for rule in entry.rules if rule in self._rules), default=0)

    def _answer(self, ranked: list[tuple[int, float]], best: float, least: float) -> EventAnswer:
        found: dict[str, RankedRule] = {}
        entries, topics = self._index.entries, []
        for number, grade in ranked:
            if grade >= max(least, _MIN_POSSIBLE):
                self._take(found, entries[number], grade)
                topics += [entries[number].topic] if best - grade < _GRADE_STEP else []
        near: dict[str, RankedRule] = {}
        for number, grade in ranked:
            self._take(near, entries[number], grade)
        certain = best >= _MIN_CERTAIN
        rules = tuple(found.values())
        undecidable = self._undecidable(topic for topic in topics if topic is not None)
        return EventAnswer(rules, undecidable, certain, tuple(near)[:_MAX_NEAREST])

    def _take(self, found: dict[str, RankedRule], entry: IndexEntry, grade: float) -> None:
        for rule in entry.rules:
            if rule in self._rules:
                found.setdefault(rule, RankedRule(rule, grade, entry))

    def _undecidable(self, topics: Iterable[int]) -> tuple[Words, ...]:
        found = (self._index.topics[topic].undecidable for topic in topics)
        return tuple(dict.fromkeys(undecidable for undecidable in found if undecidable))[:_MAX_UNDECIDABLE]


def _weight(entry: IndexEntry) -> float:
    return _KIND_WEIGHTS[entry.kind] * (1.0 if entry.topic is not None else _RULE_WEIGHT)


def _matching_codes(code: str, codes: Iterable[str], *, framed: bool) -> list[str]:
    """The known codes that match a code: equal ones, else its prefixes, else those that it is a prefix of.

    `framed` says that an SDK marked it as a code, so a prefix need not end at a dot.
    """
    asked = code.casefold()
    long = len(code) >= _MIN_PREFIX and (framed or len(_CAMEL_CASE.findall(code)) > 1)
    for fits in (
        lambda one: asked == one,
        lambda one: asked.startswith(f"{one}.") or (framed and len(one) >= _MIN_PREFIX and asked.startswith(one)),
        lambda one: long and one.startswith(asked) and one[len(asked)] != ".",
    ):
        hits = [one for one in codes if fits(one.casefold())]
        if hits:
            return hits
    return []


def _names(entry: IndexEntry, codes: Iterable[str]) -> bool:
    if entry.kind not in {"seen", "event"}:
        return False
    written = {word.casefold() for word in _CODE.findall(entry.texts[0])}
    return any(code.casefold() in written for code in codes)
