"""`Meant`: a text that is refused, but whose meaning is clear."""

from __future__ import annotations

from clblint.kube.fact import Fact, Origin


class Meant(Fact[str]):
    """A text that is refused, but whose meaning is clear: a word in the wrong letter case or with surrounding blanks.

    `value` is the text as written and sent. The predicates use the meaning, so that one mistake does not hide
    others.
    """

    __slots__ = ("_meaning",)

    def __init__(self, fact: Fact[str], meaning: str) -> None:
        super().__init__(fact.value, fact.node, Origin.MEANT, fact.key)
        self._meaning = meaning

    @property
    def meaning(self) -> str:
        """The word in its correct letter case."""
        return self._meaning

    def is_(self, value: object) -> bool:
        """Whether it means this."""
        return self._meaning == value

    def is_not(self, value: object) -> bool:
        """Whether it means something else."""
        return self._meaning != value

    def may_be(self, value: object) -> bool:
        """Whether it means this."""
        return self._meaning == value

    def one_of(self, *values: object) -> bool:
        """Whether it means one of these."""
        return self._meaning in values

    def none_of(self, *values: object) -> bool:
        """Whether it means none of these."""
        return self._meaning not in values

    def equals(self, other: Fact[object]) -> bool:
        """Whether the other is known and equal to the meaning."""
        return other.is_(self._meaning)

    def differs(self, other: Fact[object]) -> bool:
        """Whether the other is known and different from the meaning."""
        return other.is_not(self._meaning)


def in_words(fact: Fact[str], words: dict[str, str]) -> Fact[str]:
    """The fact, or a `Meant` if its text is a misspelling of a word; `words` are the correct words by lower case."""
    meaning = words.get(fact.value.strip().lower()) if fact.origin.known and fact.origin.present else None
    return fact if meaning is None or meaning == fact.value else Meant(fact, meaning)
