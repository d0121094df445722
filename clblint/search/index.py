"""`Index`: the search index of texts that lead to rules, as built with clblint, plus the pages of third-party rules.

`tools.search_index` makes the built part. Rules of other packs are found by the text of their pages, which are parsed
at search time; their examples are not run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from clblint.errors import UsageError
from clblint.fast import cached_property
from clblint.files.built import read_built
from clblint.i18n.language import CHINESE, catalogue_of
from clblint.i18n.text import Words
from clblint.plugins.pages import page_of
from clblint.search.scoring import Texts
from clblint.search.terms import terms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from clblint.lint.rule import Rule

FILE = "search-index.json"


class IndexEntry(NamedTuple):
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
        entries: Iterable[IndexEntry],
        words: Iterable[str],
        annotations: Mapping[str, Sequence[str]],
    ) -> None:
        self.topics = topics
        self.entries = list(entries)
        self.annotations = annotations
        self._words = words

    @cached_property
    def _texts(self) -> Texts:
        """What is searched: two texts of an entry."""
        return Texts([text.split() for text in self._words])

    def rules_about(self, annotation: str, rules: Iterable[Rule]) -> list[Rule]:
        """The rules that look at an annotation, ask for it or write it."""
        known = self.annotations.get(annotation, ())
        return [rule for rule in rules if rule.name in known or annotation in rule.annotations]

    def add(self, rule: Rule) -> None:
        """Make a rule known by its page, in English and in Chinese."""
        prose = ("", "")
        try:
            page, own = page_of(rule), page_of(rule, catalogue_of(rule.pack, CHINESE).gettext)
            prose = (f"{page.summary} {page.explanation}", f"{own.summary} {own.explanation}")
        except UsageError:  # with a part missing: what there is of it can still be found
            prose = (rule.page, "")
        self.entries.append(IndexEntry("page", prose, (rule.name,)))
        for text in prose:
            self._texts.add(terms(text))

    def grades(self, words: Collection[str], last: str = "") -> dict[int, float]:
        """How like these words each entry is in either language, by its number: from 0 to 1 (see `Texts.grades`)."""
        found: dict[int, float] = {}
        for text, grade in self._texts.grades(words, last).items():
            found[text // 2] = max(found.get(text // 2, 0.0), grade)
        return found


def read_index() -> Index:
    """The index as it was made with clblint."""
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


def known_rules() -> frozenset[str]:
    """The rules that clblint was built with."""
    return frozenset(read_built(FILE)["rules"])
