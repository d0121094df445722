"""Where something stands in a file."""

from __future__ import annotations

from typing import Protocol

from clblint.fast import NamedTuple


class Span(NamedTuple):
    """A stretch of text: 1-based lines and columns, counted in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Place(NamedTuple):
    """A span in the file that is reported as `path` (relative to the working directory, with `/`)."""

    path: str
    span: Span


class Located(Protocol):
    """Anything that stands somewhere in a file: a node, or a fact drawn from one."""

    @property
    def place(self) -> Place:
        """Where it stands; for something absent, the place that left it out."""
        ...


class LocatedSpan:
    """Something of which only the place is known."""

    __slots__ = ("place",)

    def __init__(self, place: Place) -> None:
        self.place = place
