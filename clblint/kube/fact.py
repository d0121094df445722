"""A value that knows where it comes from."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from clblint.source.place import Place, Standing

T_co = TypeVar("T_co", covariant=True)


class Origin(enum.Enum):
    """How a value came to be."""

    GIVEN = "given"
    DEFAULT = "default"
    UNKNOWN = "unknown"


class Fact(Generic[T_co]):
    """A value, the node it stands at, and whether it was written there, defaulted, or cannot be known.

    A defaulted fact stands at the nearest parent's key: the place that left it out. An unknown fact (a placeholder, a
    value of the wrong type) still has a `value` for messages, which no rule may draw conclusions from.
    """

    __slots__ = ("key", "node", "origin", "value")

    def __init__(self, value: T_co, node: Standing, origin: Origin = Origin.GIVEN, key: Standing | None = None) -> None:
        self.value = value
        self.node = node
        self.origin = origin
        self.key = key if key is not None else node

    @property
    def given(self) -> bool:
        """It was written in the file (and can be read)."""
        return self.origin is Origin.GIVEN

    @property
    def written(self) -> bool:
        """It stands in the file, readable or not."""
        return self.origin is not Origin.DEFAULT

    @property
    def known(self) -> bool:
        """Its value can be relied on: written or defaulted."""
        return self.origin is not Origin.UNKNOWN

    @property
    def at_key(self) -> Standing:
        """The key it is the value of, as something to point at."""
        return self.key

    @property
    def place(self) -> Place:
        """Where it stands, or where it was left out."""
        return self.node.place

    def __repr__(self) -> str:
        return f"Fact({self.value!r}, {self.origin.value}, {self.place})"
