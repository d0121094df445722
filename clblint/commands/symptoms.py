"""From what somebody sees (an event, an error, a symptom) to the rules behind it.

Nothing here is listed by hand: the texts are those of the rules' own findings, of their pages, and of the rows of the
troubleshooting documents that `seed-rows.json` maps to rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from clblint.commands.page_findings import Said, all_said
from clblint.commands.seed_coverage import read_seeds
from clblint.commands.similarity import Texts
from clblint.errors import UsageError
from clblint.kept import read_kept, write_kept
from clblint.kube.catalogue_events import events_by_rule
from clblint.pages import page_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.lint.rule import Rule
    from clblint.rulebook import Rulebook
    from clblint.sentences import Words

_CERTAIN = 0.55  # of a likeness from 0 to 1: from here on it is an answer
_FAR = 0.68  # of the best answer: what is less like it than this is none
_AGREED = 0.08
_WEIGHTS = {"seen": 1.0, "document": 0.97, "page": 0.62}
_LONGEST = 20_000  # characters
_SILENT = re.compile(r"^no event(?:: |$)(?:ignored(?:; |$))?|; no event$")
_KIND = re.compile(r"^(?:Warning|Normal) ")
_NEAREST, _TOLD = 3, 3


class Symptom(NamedTuple):
    """A text, where it is from (`seen`, `document`, `page`), the rules behind it, and what is not a rule's matter."""

    text: str
    source: str
    rules: tuple[str, ...]
    left: Words | None = None


class Answer(NamedTuple):
    """A rule that may be behind an event: how likely it is (0 to some 1.2), and the text that says so."""

    rule: str
    likeness: float
    because: Symptom


class Answers(NamedTuple):
    """What was found for an event, the likeliest first; `left` is what no manifest can tell about it.

    Without `rules` and `left` nothing was found, and `nearest` is what comes nearest.
    """

    rules: tuple[Answer, ...]
    left: tuple[Symptom, ...]
    nearest: tuple[Answer, ...]


def said_by(book: Rulebook) -> list[Said]:
    """What the rules say on their pages, kept from one call to the next for as long as the code is the same."""
    name = f"said-{book.code.hex()}"
    rows = read_kept(name)
    if rows:
        return [Said(*row) for row in rows]
    said = all_said(book.rules)
    if not book.errors:
        write_kept(name, [tuple(one) for one in said])
    return said


def symptoms_of(rules: Iterable[Rule], said: Iterable[Said]) -> list[Symptom]:
    """Every text that is known to lead to a rule."""
    rules = list(rules)
    known = {rule.name for rule in rules}
    made = [Symptom(text, "seen", (one.rule,)) for one in said if one.rule in known for text in _texts(one)]
    made += [Symptom(text, "seen", (rule,)) for rule, text in events_by_rule() if rule in known]
    made += _of_documents(known)
    made += [Symptom(_prose(rule), "page", (rule.name,)) for rule in rules]
    return list(dict.fromkeys(one for one in made if one.text))


def without_event(said: Said) -> str:
    """What is seen of a fault that no event tells of; empty where one does, or where nothing at all is seen."""
    told = _SILENT.sub("", said.seen)
    return told.strip(" ;,.") if told != said.seen and not said.events else ""


def _texts(said: Said) -> list[str]:
    """What can be told apart: that there is no event is said of many faults."""
    return [_KIND.sub("", _SILENT.sub("", said.seen)).strip(" ;,."), *said.events]


def _of_documents(known: set[str]) -> Iterator[Symptom]:
    rows, documents = read_seeds()
    titles = [(row.title, row) for row in rows]
    titles += [(title, row) for document in documents for title, row in document.rows]
    for title, row in dict.fromkeys(titles):
        yield Symptom(title, "document", tuple(name for name in row.rules if name in known), row.left)


def _prose(rule: Rule) -> str:
    try:
        page = page_of(rule)
    except UsageError:  # a stranger's, with a part missing: the other rules can still be found
        return rule.page
    return f"{page.summary} {page.explanation} {page.sources}"


class Symptoms:
    """All texts that lead to a rule, ready to be searched."""

    def __init__(self, rules: Iterable[Rule], said: Iterable[Said]) -> None:
        self._all = symptoms_of(rules, said)
        self._texts = Texts([symptom.text for symptom in self._all])

    def behind(self, event: str) -> Answers:
        """The rules that may be behind what somebody pasted: an event, a line around it, or a whole description."""
        grades = self._grades(lines_of(event[:_LONGEST]))
        order = sorted(grades, key=lambda number: (-grades[number], number))
        found: dict[str, dict[str, tuple[float, int]]] = {}  # for each rule the best text of each source
        for number in order:
            for rule in self._all[number].rules:
                found.setdefault(rule, {}).setdefault(self._all[number].source, (grades[number], number))
        ranked = sorted((self._answer(rule, best) for rule, best in found.items()), key=lambda answer: -answer.likeness)
        least = max(_CERTAIN, _FAR * max(grades.values(), default=0.0))
        told = [self._all[number] for number in order[:_TOLD] if grades[number] >= least]
        return Answers(
            tuple(answer for answer in ranked if answer.likeness >= least),
            tuple({symptom.left: symptom for symptom in told if symptom.left}.values()),
            tuple(ranked[:_NEAREST]),
        )

    def _answer(self, rule: str, best: dict[str, tuple[float, int]]) -> Answer:
        """Sources that agree make a rule likelier."""
        (grade, number), *others = sorted(best.values(), reverse=True)
        agreed = sum(other for other, _ in others if other >= _CERTAIN / 2)
        return Answer(rule, grade + _AGREED * agreed, self._all[number])

    def _grades(self, lines: list[str]) -> dict[int, float]:
        """How like one of the lines each symptom is, by its number."""
        grades: dict[int, float] = {}
        for line in lines:
            for number, likeness in self._texts.likeness(line).items():
                grade = likeness * _WEIGHTS[self._all[number].source]
                grades[number] = max(grades.get(number, 0.0), grade)
        return grades


def lines_of(event: str) -> list[str]:
    """The lines to look for: of a description only its events, and of these the normal ones only if there is no other.

    A text that was broken into lines is also looked for as a whole.
    """
    _, header, after = event.rpartition("\nEvents:") if "\nEvents:" in event else ("", "", event)
    lines = [line for line in after.splitlines() if line.strip()]
    if header:
        lines = [line for line in lines if not re.match(r"\s*(Type\s+Reason|----)", line)]
        lines = [line for line in lines if not re.match(r"\s*Normal\s", line)] or lines
    return [*lines, " ".join(lines)] if len(lines) > 1 else lines
