"""A value that knows where it comes from, and answers what rules ask of it.

Every question is answered with no where the answer is not known: `is_("on")` and `is_not("on")` are both false for a
placeholder, so a rule that asks cannot draw a conclusion from it. Two questions do not need the value: `present` and
`is_set` hold for whatever stands in the file, readable or not.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

if TYPE_CHECKING:
    from clblint.source.place import Located, Place

T_co = TypeVar("T_co", covariant=True)


class Origin(enum.Enum):
    """How a value came to be; `known` says whether it can be relied on, `present` whether it stands in the file."""

    GIVEN = ("given", True, True)
    MEANT = ("meant", True, True)  # written in a way that is refused, and plain what is meant: 80 in quotes, "Internet"
    DEFAULT = ("default", True, False)
    UNKNOWN = ("unknown", False, True)
    # Patches decide it: not even whether there will be anything is known from the object.
    ELSEWHERE = ("decided elsewhere", False, False)

    def __init__(self, word: str, known: bool, present: bool) -> None:  # noqa: FBT001 - the rows above are its calls
        self.word = word
        self.known = known
        self.present = present


class Fact(Generic[T_co]):
    """A value, the node it stands at, and whether it was written there, defaulted, or cannot be known.

    A defaulted fact stands at the nearest parent's key: the place that left it out. An unknown fact (a placeholder, a
    value of the wrong type) still has a `value` for messages, which no rule may draw conclusions from: rules ask the
    questions below.
    """

    __slots__ = ("key", "node", "origin", "value")

    def __init__(self, value: T_co, node: Located, origin: Origin = Origin.GIVEN, key: Located | None = None) -> None:
        self.value = value
        self.node = node
        self.origin = origin
        self.key = key if key is not None else node

    @property
    def meaning(self) -> T_co:
        """The value; of a word in the wrong letter case or with blanks around it, the right one."""
        return self.value

    def is_(self, value: object) -> bool:
        """It is known to be this."""
        return self.origin.known and self.value == value

    def is_not(self, value: object) -> bool:
        """It is known to be something else."""
        return self.origin.known and self.value != value

    def may_be(self, value: object) -> bool:
        """It is this, or it cannot be known."""
        return not self.origin.known or self.value == value

    def one_of(self, *values: object) -> bool:
        """It is known to be one of these."""
        return self.origin.known and self.value in values

    def none_of(self, *values: object) -> bool:
        """It is known to be none of these."""
        return self.origin.known and self.value not in values

    def equals(self, other: Fact[object]) -> bool:
        """Both are known, and the same."""
        return self.origin.known and other.origin.known and self.value == other.value

    def differs(self, other: Fact[object]) -> bool:
        """Both are known, and not the same."""
        return self.origin.known and other.origin.known and self.value != other.value

    def below(self: Fact[float], limit: float) -> bool:
        """It is known to be a smaller number."""
        return self.origin.known and self.value < limit

    @property
    def present(self) -> bool:
        """It stands in the file, readable or not, and be it empty."""
        return self.origin.present

    @property
    def is_set(self) -> bool:
        """Something stands in the file, be it unreadable: text that is not empty, a number that is not 0."""
        return self.origin.present and (bool(self.value) or not self.origin.known)

    @property
    def readable(self) -> bool:
        """Something stands in the file, as with `is_set`, and it is known what."""
        return self.origin.known and self.origin.present and bool(self.value)

    @property
    def literal(self) -> bool:
        """It stands in the file, can be read, and is meant as it is written: what judges the value itself asks this."""
        return self.origin is Origin.GIVEN

    @property
    def is_empty(self) -> bool:
        """It is known that there is nothing: left out, empty text, 0, false."""
        return self.origin.known and not self.value

    @property
    def holds(self) -> bool:
        """It is known that there is something: the opposite of `is_empty`; true, for a yes or no."""
        return self.origin.known and bool(self.value)

    @property
    def given(self) -> bool:
        """It was written in the file (and can be read)."""
        return self.origin.known and self.origin.present

    @property
    def written(self) -> bool:
        """It stands in the file, or in a patch, readable or not."""
        return self.origin is not Origin.DEFAULT

    @property
    def known(self) -> bool:
        """Its value can be relied on: written or defaulted."""
        return self.origin.known

    @property
    def at_key(self) -> Located:
        """The key it is the value of, as something to point at."""
        return self.key

    @property
    def place(self) -> Place:
        """Where it stands, or where it was left out."""
        return self.node.place

    def __bool__(self) -> NoReturn:
        message = "a Fact is neither true nor false: ask fact.holds, fact.is_set, or fact is None"
        raise TypeError(message)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Fact({self.value!r}, {self.origin.word}, {self.place})"


class Meant(Fact[str]):
    """A text that is refused as it is written, and whose meaning is plain: a word in another letter case, or in blanks.

    `value` is what is written and sent. The questions are answered for what is meant, so that one mistake does not hide
    others.
    """

    __slots__ = ("_meaning",)

    def __init__(self, fact: Fact[str], meaning: str) -> None:
        super().__init__(fact.value, fact.node, Origin.MEANT, fact.key)
        self._meaning = meaning

    @property
    def meaning(self) -> str:
        """The word in its right letter case."""
        return self._meaning

    def is_(self, value: object) -> bool:
        """It is meant to be this."""
        return self._meaning == value

    def is_not(self, value: object) -> bool:
        """It is meant to be something else."""
        return self._meaning != value

    def may_be(self, value: object) -> bool:
        """It is meant to be this."""
        return self._meaning == value

    def one_of(self, *values: object) -> bool:
        """It is meant to be one of these."""
        return self._meaning in values

    def none_of(self, *values: object) -> bool:
        """It is meant to be none of these."""
        return self._meaning not in values

    def equals(self, other: Fact[object]) -> bool:
        """The other is known, and what this is meant to be."""
        return other.is_(self._meaning)

    def differs(self, other: Fact[object]) -> bool:
        """The other is known, and not what this is meant to be."""
        return other.is_not(self._meaning)


def in_words(fact: Fact[str], words: dict[str, str]) -> Fact[str]:
    """The fact, or what is plainly meant by it; `words` are the right ones by their lower case."""
    meaning = words.get(fact.value.strip().lower()) if fact.origin.known and fact.origin.present else None
    return fact if meaning is None or meaning == fact.value else Meant(fact, meaning)
