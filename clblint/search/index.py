"""`Index`: the index of texts that lead to rules, which is built with clblint, and of the pages of third-party rules.

`tools.search_index` builds it. Third-party rules are added at search time by the text of their pages; their examples
are not run.
"""

from __future__ import annotations

from typing import NamedTuple

from clblint.errors import UsageError
from clblint.fast import cached_property
from clblint.files.built import read_built
from clblint.i18n.language import CHINESE, catalogue_of
from clblint.i18n.text import Words
from clblint.plugins.pages import page_of
from clblint.search.difference import is_about_another, said
from clblint.search.scoring import Corpus
from clblint.search.terms import terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from clblint.lint.rule import Rule
    from clblint.search.difference import Said

FILE = "search-index.json"
PAGE = "page"


class IndexEntry(NamedTuple):
    """A text in English and in Chinese (either may be empty), its kind, and the rules and the topic that it leads to.

    The kinds of texts of a topic are `document` and `seen`. Those of a rule are `event` (a text of the CCM or the API),
    `seen`, `symptom` (without an event), `silent` (without any symptom), `message` (a text of clblint) and `page`.
    """

    kind: str
    texts: tuple[str, str]
    rules: tuple[str, ...]
    topic: int | None = None

    @property
    def owner(self) -> object:
        """What its texts lead to: a topic, or rules."""
        return self.rules if self.topic is None else self.topic


class Topic(NamedTuple):
    """An event or symptom: the rules behind it, the most frequent first, and the causes that no manifest shows.

    `codes` are the error codes of the API for it.
    """

    rules: tuple[str, ...]
    undecidable: Words | None
    codes: tuple[str, ...]


class Index:
    """The searchable texts; `annotations` maps the short name of an annotation to the rules that read it."""

    def __init__(
        self,
        topics: Sequence[Topic],
        entries: Iterable[IndexEntry],
        words: Iterable[str],
        annotations: Mapping[str, Sequence[str]],
    ) -> None:
        self.topics = topics
        self.entries = list(entries)
        self.annotations = annotations
        self._words = words

    @cached_property
    def _terms(self) -> list[frozenset[str]]:
        """The terms of the texts of all entries that were built, two of each: in English and in Chinese."""
        return [frozenset(text.split()) for text in self._words]

    @cached_property
    def _corpus(self) -> Corpus:
        return Corpus(self._terms)

    @cached_property
    def _vocabularies(self) -> dict[object, set[str]]:
        """The terms of all texts that lead to the same: a topic, or rules."""
        found: dict[object, set[str]] = {}
        for number, entry in enumerate(self.entries[: len(self._terms) // 2]):
            if entry.kind != PAGE:
                found.setdefault(entry.owner, set()).update(*self._terms[2 * number : 2 * number + 2])
        return found

    def rules_about(self, annotation: str, rules: Iterable[Rule]) -> list[Rule]:
        """The rules that read an annotation, ask for it or write it."""
        known = self.annotations.get(annotation, ())
        return [rule for rule in rules if rule.name in known or annotation in rule.annotations]

    def add(self, rule: Rule) -> None:
        """Add the page of a rule, in English and in Chinese."""
        prose = ("", "")
        try:
            page, own = page_of(rule), page_of(rule, catalogue_of(rule.pack, CHINESE).gettext)
            prose = (f"{page.summary} {page.explanation}", f"{own.summary} {own.explanation}")
        except UsageError:  # an incomplete page can still be found
            prose = (rule.page, "")
        self.entries.append(IndexEntry(PAGE, prose, (rule.name,)))
        for text in prose:
            self._corpus.add(terms(text))

    def grades(self, words: Collection[str], last: str = "") -> dict[int, float]:
        """The similarity (0 to 1) of these words to each entry, by its number; the higher one of both languages."""
        found: dict[int, float] = {}
        for text, grade in self._corpus.grades(words, last).items():
            found[text // 2] = max(found.get(text // 2, 0.0), grade)
        return found

    def is_about_another(self, asked: Said, number: int) -> bool:
        """Whether what is asked has words in common with an entry, but is about something else.

        A word is not missed in an entry if another text has it that leads to the same.
        """
        entry = self.entries[number]
        if entry.kind == PAGE:  # which is about many things
            return False
        also, weight = self._vocabularies[entry.owner], self._corpus.weight
        known = (said(text, self._terms[2 * number + half]) for half, text in enumerate(entry.texts))
        return all(is_about_another(asked, one, also, weight) for one in known if one.words & asked.words)


def read_index() -> Index:
    """The index that was built with clblint."""
    found = read_built(FILE)
    topics = [
        Topic(tuple(one["rules"]), _words(one.get("left")), tuple(one.get("codes", ()))) for one in found["topics"]
    ]
    words = (text for entry in found["entries"] for text in entry[4:])
    return Index(topics, _entries(found, topics), words, found["annotations"])


def _entries(found: dict[str, Any], topics: Sequence[Topic]) -> Iterator[IndexEntry]:
    for kind, owner, english, chinese, *_ in found["entries"]:
        topic = owner if isinstance(owner, int) else None
        rules = topics[topic].rules if topic is not None else (owner,)
        yield IndexEntry(kind, (english, chinese), rules, topic)


def _words(found: dict[str, str] | None) -> Words | None:
    return Words(**found) if found else None


def built_rules() -> frozenset[str]:
    """The rules that clblint was built with."""
    return frozenset(read_built(FILE)["rules"])
