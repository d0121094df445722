"""`Fact`: a value with its position and origin (written, default, unknown), and the predicates that rules use.

Every predicate is False if the answer is not known: `is_("on")` and `is_not("on")` are both False for a
placeholder, so a rule cannot draw a conclusion from it. Two predicates do not depend on the value: `present` and
`is_set` are True for anything written in the file, readable or not.
"""

from __future__ import annotations

from clblint.light import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, NoReturn

    from clblint.source.located import Located
    from clblint.source.place import Place

T_co = TypeVar("T_co", covariant=True)


class Origin:
    """The origin of a value; `known` says whether the value is reliable, `present` whether it is in the file.

    There are the five below, and no others. It is no `Enum`: most facts ask for a member by its name, which takes four
    times as long there.
    """

    __slots__ = ("known", "name", "present")

    GIVEN: ClassVar[Origin]
    MEANT: ClassVar[Origin]  # written in a refused form whose meaning is clear: 80 in quotes, "Internet"
    DEFAULT: ClassVar[Origin]
    UNKNOWN: ClassVar[Origin]
    # Patches determine the value: from the object it is not even known whether there is one.
    ELSEWHERE: ClassVar[Origin]

    def __init__(self, name: str, *, known: bool, present: bool) -> None:
        self.name = name
        self.known = known
        self.present = present

    def __reduce__(self) -> str:  # a copy of a fact has the same one
        return f"Origin.{self.name}"

    def __repr__(self) -> str:
        return f"<Origin.{self.name}>"


Origin.GIVEN = Origin("GIVEN", known=True, present=True)
Origin.MEANT = Origin("MEANT", known=True, present=True)
Origin.DEFAULT = Origin("DEFAULT", known=True, present=False)
Origin.UNKNOWN = Origin("UNKNOWN", known=False, present=True)
Origin.ELSEWHERE = Origin("ELSEWHERE", known=False, present=False)


class Fact(Generic[T_co]):
    """A value, the node of its position, and its origin: written there, default, or unknown.

    A default is positioned at the key of the nearest existing parent. An unknown fact (a placeholder, a
    value of the wrong type) still has a `value` for messages; for conclusions, rules use the predicates
    below.
    """

    __slots__ = ("key", "node", "origin", "value")

    def __init__(self, value: T_co, node: Located, origin: Origin = Origin.GIVEN, key: Located | None = None) -> None:
        self.value = value
        self.node = node
        self.origin = origin
        self.key = key if key is not None else node

    @property
    def meaning(self) -> T_co:
        """The value; for a word in the wrong letter case or with surrounding blanks, the correct word."""
        return self.value

    def is_(self, value: object) -> bool:
        """Whether the value is known and equal to this."""
        return self.origin.known and self.value == value

    def is_not(self, value: object) -> bool:
        """Whether the value is known and different."""
        return self.origin.known and self.value != value

    def may_be(self, value: object) -> bool:
        """Whether the value is equal to this or unknown."""
        return not self.origin.known or self.value == value

    def one_of(self, *values: object) -> bool:
        """Whether the value is known and one of these."""
        return self.origin.known and self.value in values

    def none_of(self, *values: object) -> bool:
        """Whether the value is known and none of these."""
        return self.origin.known and self.value not in values

    def equals(self, other: Fact[object]) -> bool:
        """Whether both values are known and equal."""
        return self.origin.known and other.origin.known and self.value == other.value

    def differs(self, other: Fact[object]) -> bool:
        """Whether both values are known and different."""
        return self.origin.known and other.origin.known and self.value != other.value

    def below(self: Fact[float], limit: float) -> bool:
        """Whether the value is known and less than `limit`."""
        return self.origin.known and self.value < limit

    @property
    def present(self) -> bool:
        """Whether it is in the file, readable or not, empty or not."""
        return self.origin.present

    @property
    def is_set(self) -> bool:
        """Whether the file has a value that is not empty or 0, readable or not."""
        return self.origin.present and (bool(self.value) or not self.origin.known)

    @property
    def readable(self) -> bool:
        """Whether it `is_set` and its value is known."""
        return self.origin.known and self.origin.present and bool(self.value)

    @property
    def literal(self) -> bool:
        """Whether it is in the file, readable, and in its correct form: for checks of the value itself."""
        return self.origin is Origin.GIVEN

    @property
    def is_empty(self) -> bool:
        """Whether it is known to be absent, empty text, 0 or false."""
        return self.origin.known and not self.value

    @property
    def holds(self) -> bool:
        """Whether the value is known and not empty, 0 or false."""
        return self.origin.known and bool(self.value)

    @property
    def given(self) -> bool:
        """Whether it is written in the file and readable."""
        return self.origin.known and self.origin.present

    @property
    def written(self) -> bool:
        """Whether it is in the file or in a patch, readable or not."""
        return self.origin is not Origin.DEFAULT

    @property
    def known(self) -> bool:
        """Whether its value is reliable: written or a default."""
        return self.origin.known

    @property
    def at_key(self) -> Located:
        """The key of the value, as a position for findings."""
        return self.key

    @property
    def place(self) -> Place:
        """Its position, or that of the key of the parent that omits it."""
        return self.node.place

    def __bool__(self) -> NoReturn:
        message = "a Fact is neither true nor false: ask fact.holds, fact.is_set, or fact is None"
        raise TypeError(message)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Fact({self.value!r}, {self.origin.name.lower()}, {self.place})"
