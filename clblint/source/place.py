"""Positions in files: `Span` (lines and columns), `Place` (path and span), `Located` (anything with a place)."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.light import Protocol


class Span(NamedTuple):
    """A range of text: lines and columns are 1-based and count code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Place(NamedTuple):
    """A span in a file; `path` is as reported: relative to the working directory, with `/`."""

    path: str
    span: Span


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
