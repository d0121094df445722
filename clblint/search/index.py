"""The texts that lead to rules, with the words of each: read as they were made with clblint, and those of other packs.

`clblint.commands.search_index` writes the file. Rules of packs that clblint was not built with are found by what their
pages say, which is read when somebody asks, and nothing of it is run.
"""

from __future__ import annotations

import functools
import json
import math
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from clblint.errors import UsageError
from clblint.language import CHINESE, catalogue_of
from clblint.pages import page_of
from clblint.search.terms import stem, terms
from clblint.sentences import Words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from clblint.lint.rule import Rule

FILE = "search-index.json"
_STRANGE = 0.3  # what a word weighs that no text holds, as a part of the rarest known one
_HALF = 7.0  # the shared weight that is half a proof: two rare words
_FEW, _ALONE = 1.5, 0.5  # words that two texts share, and what a grade for fewer is worth
_SIGNS = 0.6  # of a word: two signs of Chinese, whose words have two signs and more
_ALL = 0.995  # masses are rounded
_MOST, _LEAST = 0.8, 0.2  # of the grade: how much of one lies in the other, and of the other in the one


class Entry(NamedTuple):
    """A text in English and in Chinese (empty where there is none), where it is from, and what it leads to.

    `kind` is `document` or `seen` of a topic; of a rule `event` (a text of the CCM's or the API's), `seen`, `symptom`
    (without an event), `silent` (nothing tells), `message` (what clblint says) or `page`.
    """

    kind: str
    texts: tuple[str, str]
    rules: tuple[str, ...]
    topic: int | None = None


class Topic(NamedTuple):
    """Something that is seen, the rules behind it, the most frequent first, and what of it no manifest tells.

    `codes` are the API's own words for it.
    """

    rules: tuple[str, ...]
    left: Words | None
    codes: tuple[str, ...]


class Index:
    """What can be searched; `annotations` are the rules that look at each, by its short name."""

    def __init__(
        self,
        topics: Sequence[Topic],
        entries: Iterable[Entry],
        postings: Mapping[str, list[int]],
        masses: Iterable[float],
        annotations: Mapping[str, Sequence[str]],
    ) -> None:
        self.topics = topics
        self.entries = list(entries)
        self.annotations = annotations
        self._postings = dict(postings)
        self._masses = list(masses)  # two of an entry
        self._weights = weights_of(self._postings)
        self._rarest = max(self._weights.values(), default=1.0)

    def rules_about(self, annotation: str, rules: Iterable[Rule]) -> list[Rule]:
        """The rules that look at an annotation, ask for it or write it."""
        known = self.annotations.get(annotation, ())
        return [rule for rule in rules if rule.name in known or annotation in rule.when | rule.about]

    def add(self, rule: Rule) -> None:
        """Make a rule known by its page, in English and in Chinese."""
        prose = ("", "")
        try:
            page, own = page_of(rule), page_of(rule, catalogue_of(rule.pack, CHINESE).gettext)
            prose = (f"{page.summary} {page.explanation}", f"{own.summary} {own.explanation}")
        except UsageError:  # with a part missing: what there is of it can still be found
            prose = (rule.page, "")
        number = len(self.entries)
        self.entries.append(Entry("page", prose, (rule.name,)))
        for side, text in enumerate(prose):
            words = terms(text)
            self._masses.append(self._mass(words))
            for word in words:
                self._postings[word] = [*self._postings.get(word, ()), 2 * number + side]

    def grades(self, words: Collection[str], last: str = "") -> dict[int, float]:
        """How like these words each entry is that shares one of them, by its number: from 0 to 1.

        The `last` one may be cut off: it stands for all that begin like it, where there is none of its own.
        """
        asked = self._mass(words)
        shared: dict[int, float] = {}
        count: dict[int, float] = {}

        def share(texts: Iterable[int], weight: float, part: float) -> None:
            for text in texts:
                shared[text] = shared.get(text, 0.0) + weight
                count[text] = count.get(text, 0.0) + part

        for word in words:
            share(self._postings.get(word, ()), self._weight(word), 1.0 if word.isascii() else _SIGNS)
        begun = [word for word in self._postings if word.startswith(last)] if last else []
        if begun and stem(last) not in self._postings:
            weight = min(map(self._weight, begun))
            asked += max(0.0, weight - self._weight(stem(last)))
            share({text for word in begun for text in self._postings[word]}, weight, 1.0)
        found: dict[int, float] = {}
        for text, weight in shared.items():
            grade = _grade(weight, asked, self._masses[text])
            if count.get(text, 0.0) < _FEW and weight < self._masses[text] / 2:
                grade *= _ALONE  # a word that is a small part of a text says nothing of it
            found[text // 2] = max(found.get(text // 2, 0.0), grade)
        return found

    def _mass(self, words: Iterable[str]) -> float:
        return sum(map(self._weight, words))

    def _weight(self, word: str) -> float:
        return self._weights.get(word, _STRANGE * self._rarest)


def _grade(shared: float, asked: float, known: float) -> float:
    most, least = max(shared / asked, shared / known), min(shared / asked, shared / known)
    if least > _ALL:
        return 1.0  # the same words: no proof is better, however few they are
    return (_MOST * most + _LEAST * least) * min(1.0, 1.5 * shared / (shared + _HALF))


def weights_of(postings: Mapping[str, Sequence[int]]) -> dict[str, float]:
    """What each word weighs: the more, the fewer texts hold it."""
    count = 1 + max((max(texts) for texts in postings.values() if texts), default=0)
    return {
        word: math.log(1 + count / len(texts)) * (1.0 if word.isascii() else _SIGNS) for word, texts in postings.items()
    }


def read_index() -> Index:
    """The index as it was made with clblint."""
    found = _read()
    topics = [
        Topic(tuple(one["rules"]), _words(one.get("left")), tuple(one.get("codes", ()))) for one in found["topics"]
    ]
    return Index(topics, _entries(found, topics), found["words"], found["masses"], found["annotations"])


def _entries(found: dict[str, Any], topics: Sequence[Topic]) -> Iterator[Entry]:
    for kind, owner, english, chinese in found["entries"]:
        topic = owner if isinstance(owner, int) else None
        rules = topics[topic].rules if topic is not None else (owner,)
        yield Entry(kind, (english, chinese), rules, topic)


def _words(found: dict[str, str] | None) -> Words | None:
    return Words(**found) if found else None


@functools.cache
def _read() -> dict[str, Any]:
    text = resources.files("clblint_schemas").joinpath(FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def known_rules() -> frozenset[str]:
    """The rules that clblint was built with."""
    return frozenset(_read()["rules"])
