"""`Searcher`: finds the rules behind an event, the likeliest first.

A rule name in the text comes first; an error code of the API decides alone; otherwise the words are compared.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from clblint.search.focus import focus_of
from clblint.search.index import Index, known_rules, read_index
from clblint.search.pasted import events_in, lines_in, whole
from clblint.search.terms import last_word, terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.i18n.text import Words
    from clblint.lint.rule import Rule
    from clblint.search.focus import Focus
    from clblint.search.index import IndexEntry
    from clblint.search.pasted import PastedEvent

_CERTAIN = 0.55  # of a grade from 0 to 1: from here on it is an answer
_NEAR = 0.3  # from here on it may be one
_FAR = 0.68  # of the best grade: what is less like it than this is no answer beside it
_WHOLE, _CLOSE = 0.95, 0.85  # the same for a text that is known word for word, and for guesses
_STEP = 0.12  # grades that differ by less say the same
_WEIGHTS = {"document": 1.0, "event": 1.0, "seen": 1.0, "symptom": 1.0, "message": 0.9, "page": 0.62}
_OF_A_RULE = 0.93  # what is known to have several causes comes before the words of one of them
_NEAREST, _TOLD = 3, 2
_NAME = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")
_CODE = re.compile(r"(?<![A-Za-z0-9_.])[A-Za-z][A-Za-z0-9_.]{7,}")
_HUMP = re.compile(r"[a-z][A-Z]")
_PREFIX = 8  # letters of a code that are enough to know it


class RankedRule(NamedTuple):
    """A rule, how likely it is behind an event (0 to 1), and the text that says so."""

    rule: str
    grade: float
    because: IndexEntry


class EventAnswer(NamedTuple):
    """The answer for an event: rules, the likeliest first; `left` are causes that no manifest shows.

    If `certain` is false, the rules are possible causes only. `nearest` are the nearest rules if nothing was found.
    """

    rules: tuple[RankedRule, ...]
    left: tuple[Words, ...]
    certain: bool
    nearest: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rules or self.left)


class Searcher:
    """Looks for the rules behind events, among those that are installed."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._index: Index = read_index()
        known = known_rules()
        self._rules = {}
        for rule in rules:
            self._rules[rule.name] = rule
            if rule.name not in known:
                self._index.add(rule)

    def answers(self, text: str) -> list[tuple[PastedEvent, EventAnswer]]:
        """The events in what somebody pasted, each with what is known of it.

        Lines that are no rows of a table are one event that was broken into lines, unless several of them are known.
        """
        events = events_in(text)
        if events:
            answered = [(event, self.behind(event.text)) for event in events]
            return [(event, answer) for event, answer in answered if not event.is_normal or answer.rules] or answered
        together = whole(text)
        lines = [(line, self.behind(line.text)) for line in lines_in(text)]
        known = [(line, answer) for line, answer in lines if answer and answer.certain]
        if len(known) > 1 and len({answer.rules[:1] or answer.left for _, answer in known}) > 1:
            return known
        answer = self.behind(together.text)
        return [(together, answer)] if answer.certain or not known else known

    def behind(self, event: str) -> EventAnswer:
        """What is known of an event."""
        focus = focus_of(event)
        by_words = self._by_words
        return self._by_name(event) or self._by_code(focus) or by_words(focus.text) or by_words(focus.rest)

    def _by_name(self, event: str) -> EventAnswer | None:
        """A rule that is named: what is pasted is clblint's own line."""
        named = [name for name in dict.fromkeys(_NAME.findall(event)) if name in self._rules]
        found = tuple(RankedRule(name, 1.0, self._own(name)) for name in named)
        return EventAnswer(found, (), certain=True) if found else None

    def _own(self, rule: str) -> IndexEntry:
        return next(entry for entry in self._index.entries if entry.topic is None and entry.rules == (rule,))

    def _by_code(self, focus: Focus) -> EventAnswer | None:
        """What the data says of a code, and then the rules that name it themselves."""
        written = {code.rstrip(".") for code in focus.codes or _CODE.findall(focus.text)}
        codes = {code: number for number, topic in enumerate(self._index.topics) for code in topic.codes}
        known = {one: codes[one] for code in written for one in _known(code, codes, framed=bool(focus.codes))}
        if not known:
            return None
        found: dict[str, RankedRule] = {}
        for entry in self._index.entries:
            if entry.topic in known.values() or (entry.topic is None and _names(entry, known)):
                self._take(found, entry, 1.0)
        order = [rule for number in known.values() for rule in self._index.topics[number].rules]
        ranked = sorted(found.values(), key=lambda one: order.index(one.rule) if one.rule in order else len(order))
        return EventAnswer(tuple(ranked), self._left(known.values()), certain=True)

    def _by_words(self, text: str) -> EventAnswer:
        entries = self._index.entries
        grades = {
            number: grade * _weight(entries[number])
            for number, grade in self._index.grades(terms(text), last_word(text)).items()
        }
        best = max(grades.values(), default=0.0)
        least = best * (_FAR if _CERTAIN <= best < _WHOLE else _CLOSE)
        order = sorted(
            (number for number in grades if grades[number] >= min(least, _NEAR)),
            key=lambda number: (
                int((best - grades[number]) / _STEP),
                entries[number].topic is None,
                -grades[number],
                number,
            ),
        )
        return self._answer([(number, grades[number]) for number in order], best, least)

    def _answer(self, ranked: list[tuple[int, float]], best: float, least: float) -> EventAnswer:
        found: dict[str, RankedRule] = {}
        entries, topics = self._index.entries, []
        for number, grade in ranked:
            if grade >= max(least, _NEAR):
                self._take(found, entries[number], grade)
                topics += [entries[number].topic] if best - grade < _STEP else []
        near: dict[str, RankedRule] = {}
        for number, grade in ranked:
            self._take(near, entries[number], grade)
        certain = best >= _CERTAIN
        rules = tuple(found.values())
        left = self._left(topic for topic in topics if topic is not None)
        return EventAnswer(rules, left, certain, tuple(near)[:_NEAREST])

    def _take(self, found: dict[str, RankedRule], entry: IndexEntry, grade: float) -> None:
        for rule in entry.rules:
            if rule in self._rules:
                found.setdefault(rule, RankedRule(rule, grade, entry))

    def _left(self, topics: Iterable[int]) -> tuple[Words, ...]:
        found = (self._index.topics[topic].left for topic in topics)
        return tuple(dict.fromkeys(left for left in found if left))[:_TOLD]


def _weight(entry: IndexEntry) -> float:
    return _WEIGHTS[entry.kind] * (1.0 if entry.topic is not None else _OF_A_RULE)


def _known(code: str, codes: Iterable[str], *, framed: bool) -> list[str]:
    """The known codes that one is: itself, what it begins with (`Throttling.User`), or what it is the beginning of."""
    asked = code.casefold()
    long = len(code) >= _PREFIX and (framed or len(_HUMP.findall(code)) > 1)
    for fits in (
        lambda one: asked == one,
        lambda one: asked.startswith(f"{one}.") or (framed and len(one) >= _PREFIX and asked.startswith(one)),
        lambda one: long and one.startswith(asked) and one[len(asked)] != ".",
    ):
        hits = [one for one in codes if fits(one.casefold())]
        if hits:
            return hits
    return []


def _names(entry: IndexEntry, codes: Iterable[str]) -> bool:
    written = {word.casefold() for word in _CODE.findall(entry.texts[0])} if entry.kind in {"seen", "event"} else set()
    return any(code.casefold() in written for code in codes)
