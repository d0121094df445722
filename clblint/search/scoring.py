"""`Texts`: similarity of texts by shared words, weighted by their rarity (TF-IDF).

A pasted text contains more than the known one, such as names, and may contain less of it. So the score is the share of
one text that is contained in the other, in the direction in which that is larger.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from clblint.search.terms import stem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_STRANGE = 0.3  # what a word weighs that no text holds, as a part of the rarest known one
_HALF = 7.0  # the shared weight that is half a proof: two rare words
_FEW, _ALONE = 1.5, 0.5  # words that two texts share, and what a grade for fewer is worth
_SIGNS = 0.6  # of a word: two signs of Chinese, whose words have two signs and more
_ALL = 1 - 1e-6
_MOST, _LEAST = 0.8, 0.2  # of the grade: how much of one lies in the other, and of the other in the one


class Texts:
    """Texts to compare others with, each as its words."""

    def __init__(self, texts: Sequence[Collection[str]]) -> None:
        self._holders: dict[str, list[int]] = {}
        for number, words in enumerate(texts):
            for word in words:
                self._holders.setdefault(word, []).append(number)
        self._weights = {
            word: math.log(1 + len(texts) / len(held)) * _part(word) for word, held in self._holders.items()
        }
        self._rarest = max(self._weights.values(), default=1.0)
        self._masses = [self._mass(words) for words in texts]

    def add(self, words: Collection[str]) -> None:
        """Add one more, which changes no weight of a word that is known."""
        for word in words:
            self._holders.setdefault(word, []).append(len(self._masses))
        self._masses.append(self._mass(words))

    def grades(self, words: Collection[str], last: str = "") -> dict[int, float]:
        """How like these words each text is that shares one of them, by its number: from 0 to 1.

        The `last` one may be cut off: it stands for all that begin like it, where there is none of its own.
        """
        asked = self._mass(words)
        shared: dict[int, tuple[float, float]] = {}  # the weight of the shared words, and how many they are

        def share(texts: Iterable[int], weight: float, part: float) -> None:
            for text in texts:
                before, count = shared.get(text, (0.0, 0.0))
                shared[text] = (before + weight, count + part)

        for word in words:
            share(self._holders.get(word, ()), self._weight(word), _part(word))
        begun = [word for word in self._holders if word.startswith(last)] if last else []
        if begun and stem(last) not in self._holders:
            weight = min(map(self._weight, begun))
            asked += max(0.0, weight - self._weight(stem(last)))
            share({text for word in begun for text in self._holders[word]}, weight, 1.0)
        return {text: _grade(*found, asked, self._masses[text]) for text, found in shared.items()}

    def _mass(self, words: Iterable[str]) -> float:
        return sum(map(self._weight, words))

    def _weight(self, word: str) -> float:
        return self._weights.get(word, _STRANGE * self._rarest)


def _part(word: str) -> float:
    return 1.0 if word.isascii() else _SIGNS


def _grade(shared: float, count: float, asked: float, known: float) -> float:
    most, least = max(shared / asked, shared / known), min(shared / asked, shared / known)
    if least > _ALL:
        return 1.0  # the same words: no proof is better, however few they are
    grade = (_MOST * most + _LEAST * least) * min(1.0, 1.5 * shared / (shared + _HALF))
    return grade * (_ALONE if count < _FEW and shared < known / 2 else 1.0)  # one word says nothing of a long text
