"""How like each other texts are, by the words that they share; a word counts more the fewer texts hold it.

Identifiers, numbers and names in one text and not in the other cost little, since an event holds those of its reader.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(r"[A-Za-z]+|(?<!\d)\d{3}(?![\d.])|[\u3400-\u9fff]+")
_CODE = re.compile(r"[a-z][A-Z]")
_STRANGE = 0.3  # what a word weighs that no text holds, as a part of the rarest known one
_HALF = 9.0  # the shared weight that is half a proof: two or three rare words
_LONG = 3  # letters


class Texts:
    """Texts to compare others with."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._terms = [terms(text) for text in texts]
        held = Counter(term for known in self._terms for term in known)
        self._weights = {term: math.log(1 + len(texts) / count) for term, count in held.items()}
        self._strange = _STRANGE * math.log(1 + len(texts))
        self._masses = [sum(self._weights[term] for term in known) for known in self._terms]
        self._holders: dict[str, list[int]] = {}
        for number, known in enumerate(self._terms):
            for term in known:
                self._holders.setdefault(term, []).append(number)

    def likeness(self, text: str) -> dict[int, float]:
        """How like a text each of the others is that shares a word with it, by their numbers: from 0 to 1.

        A text that holds the whole of the other, or lies within it, is like it.
        """
        asked = terms(text)
        mass = sum(self._weights.get(term, self._strange) for term in asked)
        shared: dict[int, float] = {}
        for term in asked:
            for number in self._holders.get(term, ()):
                shared[number] = shared.get(number, 0.0) + self._weights[term]
        return {number: self._grade(weight, mass, self._masses[number]) for number, weight in shared.items()}

    def _grade(self, shared: float, asked: float, known: float) -> float:
        most, least = max(shared / asked, shared / known), min(shared / asked, shared / known)
        return (0.85 * most + 0.15 * least) * min(1.0, shared / (shared + _HALF) * 1.5)


def terms(text: str) -> frozenset[str]:
    """The words of a text and each two that stand side by side, in lower case and in the singular.

    `AddressType` and `address type` have a term in common. Chinese has no blanks and is taken in pairs of characters.
    """
    found: set[str] = set()
    before, end = "", 0
    for match in _WORD.finditer(text):
        word, apart = match[0], text[end : match.start()].strip(" -_\"'`")
        end = match.end()
        if not word.isascii():
            found.update(map("".join, pairwise(word)))
            before = ""
            continue
        if _CODE.search(word):
            found.add(f"={word}")  # once more: nothing tells as much as `RspoolVipExist`
        said = _singular(word.lower())
        found.update([said, before + said] if before and not apart else [said])
        before = said
    return frozenset(term for term in found if len(term) > 1)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > _LONG and not word.endswith("ss") else word
