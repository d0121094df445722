"""`Located`: anything with a place in a file."""

from __future__ import annotations

from clblint.light import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.source.place import Place


class Located(Protocol):
    """Anything with a position in a file: a node, or a fact derived from one."""

    @property
    def place(self) -> Place:
        """Its position; for something absent, that of the object that omits it."""
        ...


class LocatedSpan:
    """A bare place as `Located`."""

    __slots__ = ("place",)

    def __init__(self, place: Place) -> None:
        self.place = place
