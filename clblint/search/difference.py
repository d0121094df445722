"""`is_about_another`: whether two texts say the same of different things, or the opposite of one thing.

Texts that share most of their words may differ in the one that counts: the quota of listeners is none of back ends,
`为0` is not `超过配额`, and a certificate that has not expired needs no other one. If each of two texts has a telling
word that the other lacks, they are not about one thing, however alike they are. A text that contains the other, with
names around it or cut off at its end, has nothing that the other puts in the place.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from clblint.search.terms import normalized, terms, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from collections.abc import Set as AbstractSet

_TELLING = 2.5  # the least weight of a word that tells one text from others
_MIN_PART = 4  # letters of a part that a compound is known by: `BackendServer`
_AFTER = r"(?:(?:been|be|yet|any|longer|in|to)\s+)*"
_DENIED = re.compile(
    rf"\b(?:not|no|never|cannot|without|fails?(?:ed)?|unable)\s+{_AFTER}([a-z]+)|[未不无没非](?:法)?([\u3400-\u9fff]{{2}})",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """A text as its single words, all terms that it is found by, and the words that it denies."""

    words: frozenset[str]
    terms: frozenset[str]
    denied: frozenset[str]


def said(text: str, found_by: frozenset[str] | None = None) -> Said:
    """What a text says; `found_by` are the terms of its part that tells it from others, by default of all of it."""
    denied = (one or two for one, two in _DENIED.findall(normalized(text)))
    known = terms(text) if found_by is None else found_by
    return Said(words(text) & known, known, frozenset(word for part in denied for word in words(part)))


def is_about_another(asked: Said, known: Said, also: AbstractSet[str], weight: Callable[[str], float]) -> bool:
    """Whether the texts differ in what they are about; `also` are words that are said of the same in other texts."""
    shared = asked.words & known.words
    if bool(asked.denied & shared) != bool(known.denied & shared):
        return True
    missed = (word for word in asked.words - known.terms - also if not _within(word, known.terms))
    lacking = (word for word in known.words - asked.terms if not _within(word, asked.terms))
    return all(any(weight(word) >= _TELLING for word in found) for found in (missed, lacking))


def _within(word: str, others: Collection[str]) -> bool:
    """Whether a word is a part of a compound among others, or was cut off; of two characters, whether both are there.

    So a character that stands between two others does not matter: `账号已欠费`, `账号欠费`.
    """
    if not word.isascii():
        return {*word} <= {*"".join(others)}
    return len(word) >= _MIN_PART and any(one.startswith(word) or one.endswith(word) for one in others)
