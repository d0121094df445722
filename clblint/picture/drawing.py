"""`Drawing`: the picture of one Service as boxes in five columns, whatever it is drawn with.

A box says by a sign and a word what is special about it, such as `⊕ new`; colours only repeat that.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.language import tr
from clblint.i18n.text import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NETWORK, BALANCER, LISTENER, GROUP, BACK_ENDS = range(5)
"""The columns, from left to right."""


class Mark(NamedTuple):
    """What is special about a box: a name for styles, a sign, and a word."""

    name: str
    sign: str
    word: str


PLAIN = Mark("", "", "")
NEW = Mark("new", "⊕", N_("new"))
CHANGED = Mark("changed", "△", N_("changed"))
REMOVED = Mark("removed", "⊖", N_("removed"))
REFUSED = Mark("refused", "⊘", N_("refused"))
UNKNOWN = Mark("unknown", "?", N_("unknown"))
MARKS = (NEW, CHANGED, REMOVED, REFUSED, UNKNOWN)


class Box(NamedTuple):
    """A box: its key, unique in the drawing, its column, a title and lines below it, all as plain text.

    A remark says something of the load balancer, and stands with the listeners.
    """

    key: str
    column: int
    title: str
    notes: tuple[str, ...] = ()
    mark: Mark = PLAIN
    is_remark: bool = False

    @property
    def lines(self) -> list[str]:
        """All lines, the first with what is special."""
        return [self.title, *([f"{self.mark.sign} {tr(self.mark.word)}"] if self.mark.sign else []), *self.notes]


class Edge(NamedTuple):
    """An arrow from one box to another; a dashed one is for what ends there, or is only forwarded."""

    start: str
    end: str
    dashed: bool = False


class Drawing(NamedTuple):
    """The picture of one Service: its name and place, its boxes by key, in the order from top to bottom, and arrows."""

    name: str
    place: str
    boxes: dict[str, Box]
    edges: tuple[Edge, ...]

    def column(self, number: int) -> Iterator[Box]:
        """Yield the boxes of a column."""
        return (box for box in self.boxes.values() if box.column == number)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is special somewhere in it."""
        found = {box.mark for box in self.boxes.values()}
        return tuple(mark for mark in MARKS if mark in found)

    @property
    def summary(self) -> str:
        """The picture in words, for those who do not see it."""
        special = (" ".join([box.title, *box.lines[1 : 1 + bool(box.mark.sign)]]) for box in self.column(LISTENER))
        return tr(", ").join([*(box.title for box in self.column(BALANCER)), *special])


def drawing(name: str, place: str, boxes: Iterable[Box], edges: Iterable[Edge]) -> Drawing:
    """The drawing with these boxes, the first of those with the same key, and each arrow between two of them once.

    The middle of a line that is too long for a box is left out.
    """
    by_key: dict[str, Box] = {}
    for box in boxes:
        if box.key not in by_key:
            by_key[box.key] = box._replace(title=_clipped(box.title), notes=tuple(map(_clipped, box.notes)))
    joined = (edge for edge in edges if edge.start in by_key and edge.end in by_key)
    return Drawing(_clipped(name), _clipped(place), by_key, tuple(dict.fromkeys(joined)))


_MOST = 240  # characters of a line


def _clipped(text: str) -> str:
    half = _MOST // 2
    return text if len(text) <= _MOST else f"{text[:half]}…{text[-half:]}"
