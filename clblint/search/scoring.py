"""`Corpus`: similarity of texts by shared words, weighted by their rarity (TF-IDF).

A pasted text contains more than the known one, such as names, and may lack parts of it. So the score is mainly the
share of one text that is contained in the other, in the direction in which this share is larger.
"""

from __future__ import annotations

import math

from clblint.search.terms import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_UNKNOWN_WEIGHT = 0.3  # the weight of a word that no text contains, relative to the rarest known word
_HALF_WEIGHT = 7.0  # shared weight w counts as w / (w + this): about two rare words are needed
_MIN_SHARED = 1.5  # words that texts must share: fewer of them say nothing about a long text,
_SINGLE_WORD_FACTOR = 0.5  # and its grade is multiplied by this
_PAIR_FACTOR = 0.6  # the weight of a pair of Chinese characters relative to a word: words have two or more
_LARGER_SHARE, _SMALLER_SHARE = 0.8, 0.2  # the weights of the two shares in the grade
_NEARLY_ONE = 1 - 1e-6


class Corpus:
    """The known texts, each as the set of its words; texts are identified by their index."""

    def __init__(self, texts: Sequence[Collection[str]]) -> None:
        self._postings: dict[str, list[int]] = {}
        for number, words in enumerate(texts):
            for word in words:
                self._postings.setdefault(word, []).append(number)
        self._weights = {
            word: math.log(1 + len(texts) / len(holders)) * _word_factor(word)
            for word, holders in self._postings.items()
        }
        self._rarest = max(self._weights.values(), default=1.0)
        self._totals = [self._total(words) for words in texts]

    def add(self, words: Collection[str]) -> None:
        """Add a text; the weights of known words do not change."""
        for word in words:
            self._postings.setdefault(word, []).append(len(self._totals))
        self._totals.append(self._total(words))

    def grades(self, words: Collection[str], last: str = "") -> dict[int, float]:
        """The similarity (0 to 1) of these words to each text that shares one of them, by its index.

        `last` is the last word, which may be cut off: unless it is a known word, it matches all words that begin so.
        """
        query = self._total(words)
        shared: dict[int, tuple[float, float]] = {}  # the total weight and the number of shared words

        def share(texts: Iterable[int], weight: float, part: float) -> None:
            for text in texts:
                before, count = shared.get(text, (0.0, 0.0))
                shared[text] = (before + weight, count + part)

        for word in words:
            share(self._postings.get(word, ()), self.weight(word), _word_factor(word))
        is_cut = bool(last) and stem(last) not in self._postings
        completions = [word for word in self._postings if word.startswith(last)] if is_cut else []
        if completions:
            weight = min(map(self.weight, completions))
            query += max(0.0, weight - self.weight(stem(last)))
            share({text for word in completions for text in self._postings[word]}, weight, 1.0)
        return {text: _grade(*found, query, self._totals[text]) for text, found in shared.items()}

    def _total(self, words: Iterable[str]) -> float:
        return sum(map(self.weight, words))

    def weight(self, word: str) -> float:
        """How much a word tells: the more, the fewer texts have it."""
        return self._weights.get(word, _UNKNOWN_WEIGHT * self._rarest)


def _word_factor(word: str) -> float:
    return 1.0 if word.isascii() else _PAIR_FACTOR


def _grade(shared: float, count: float, query: float, known: float) -> float:
    larger, smaller = max(shared / query, shared / known), min(shared / query, shared / known)
    if smaller > _NEARLY_ONE:
        return 1.0  # the same words, however few they are
    grade = (_LARGER_SHARE * larger + _SMALLER_SHARE * smaller) * min(1.0, 1.5 * shared / (shared + _HALF_WEIGHT))
    return grade * (_SINGLE_WORD_FACTOR if count < _MIN_SHARED and shared < known / 2 else 1.0)
