"""Drawings as one SVG image without scripts or references: the boxes stand in fixed columns, Service below Service."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.language import tr
from clblint.picture.drawing import BACK_ENDS, BALANCER, GROUP, LISTENER, NETWORK
from clblint.report.picture_style import STYLE
from clblint.report.report import PLAIN
from clblint.report.terminal import cells, visible, wrap
from clblint.report.xml_text import element, escaped, nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from clblint.picture.drawing import Box, Drawing, Edge

_CELL, _LINE, _PADDING = 7.8, 18, 10  # pixels: width of a letter of 13px, height of a line, inside a box
_GAP, _BETWEEN, _MARGIN, _HEAD = 12, 48, 16, 34  # pixels: between boxes, between columns, around all, for the name
_WIDEST = 38  # letters of a line


class _Placed(NamedTuple):
    """A box with its rows of text, and the rectangle that it takes, in pixels."""

    box: Box
    rows: list[str]
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> float:
        """The height at which arrows begin and end."""
        return self.y + self.height / 2


def svg(drawings: Sequence[Drawing], *, style: str = STYLE) -> str:
    """One image of all drawings; `style` is empty where the page around it has the style sheet."""
    groups, top, right = [], float(_MARGIN), 0.0
    for one in drawings:
        placed = _placed(one)
        head = _CELL * (cells(_shown(one.name)) + cells(_shown(one.place)) + 2)
        right = max(right, head, *(box.right for box in placed.values()))
        inside = nested([_heading(one), *_arrows(one.edges, placed), *map(_drawn, placed.values())])
        groups.append(element("g", {"transform": f"translate({_MARGIN} {_pixels(top)})"}, inside))
        top = max((top + box.bottom for box in placed.values()), default=top) + 2 * _MARGIN
    parts = [element("style", {}, style), *groups] if style else groups
    return _image(right + 2 * _MARGIN, top, _spoken(drawings), parts)


def _image(width: float, height: float, spoken: str, parts: Iterable[str]) -> str:
    size = {"width": _pixels(width), "height": _pixels(height), "viewBox": f"0 0 {_pixels(width)} {_pixels(height)}"}
    attributes = {"xmlns": "http://www.w3.org/2000/svg", "class": "plan", "role": "img", "aria-label": spoken, **size}
    return element("svg", attributes, nested(parts)) + "\n"


def _spoken(drawings: Sequence[Drawing]) -> str:
    return "; ".join(f"{one.name}: {one.summary}" for one in drawings) or tr("there is no Service of type LoadBalancer")


def _placed(one: Drawing) -> dict[str, _Placed]:
    """The boxes of a Service in their places: the longer column of two from top to bottom, others beside it."""
    joined: dict[str, list[str]] = {key: [] for key in one.boxes}
    for edge in one.edges:
        joined[edge.start].append(edge.end)
        joined[edge.end].append(edge.start)
    made: dict[str, _Placed] = {}
    lefts = _lefts(one)
    for column in (
        *sorted((LISTENER, GROUP), key=lambda each: -_height(one.column(each))),
        BACK_ENDS,
        BALANCER,
        NETWORK,
    ):
        bottom = float(_HEAD - _GAP)
        for box in one.column(column):
            placed = _beside([made[key] for key in joined[box.key] if key in made], box, bottom + _GAP, *lefts[column])
            made[box.key], bottom = placed, placed.bottom
    return {key: made[key] for key in one.boxes}


def _beside(others: Sequence[_Placed], box: Box, top: float, left: float, width: float) -> _Placed:
    """A box at the height of the middle of others, but not above `top`."""
    rows, height = _rows(box), _height([box])
    if others:
        top = max(top, sum(other.middle for other in others) / len(others) - height / 2)
    return _Placed(box, rows, left, top, width, height)


def _height(boxes: Iterable[Box]) -> float:
    """The height of boxes that stand upon each other; 0 of none."""
    heights = [len(_rows(box)) * _LINE + _PADDING for box in boxes]
    return float(sum(heights) + _GAP * max(len(heights) - 1, 0))


def _lefts(one: Drawing) -> dict[int, tuple[float, float]]:
    """The left edge and the width of each column that has boxes."""
    found, left = {}, 0.0
    for column in (NETWORK, BALANCER, LISTENER, GROUP, BACK_ENDS):
        if widths := [cells(row) for box in one.column(column) for row in _rows(box)]:
            width = _CELL * max(widths) + 2 * _PADDING
            found[column] = (left, width)
            left += width + _BETWEEN
    return found


def _rows(box: Box) -> list[str]:
    return [row for line in box.lines for row in _broken(_shown(line))]


def _broken(line: str) -> Iterator[str]:
    """Yield the rows of a line, words that are too long in pieces."""
    for row in wrap(line, _WIDEST):
        yield from (row[at : at + _WIDEST] for at in range(0, len(row), _WIDEST)) if cells(row) > _WIDEST else [row]


def _heading(one: Drawing) -> str:
    name, place = _shown(one.name), _shown(one.place)
    parts = _span("head", 0, _LINE, name) + _span("place", _CELL * (cells(name) + 2), _LINE, place)
    return element("g", {}, parts)


def _drawn(placed: _Placed) -> str:
    """A box with its text, the first row and the one with what is special in bold."""
    box, x = placed.box, placed.x + _PADDING
    round_ = placed.height / 2 if box.column in {NETWORK, BACK_ENDS} else 4
    size = {"x": placed.x, "y": placed.y, "width": placed.width, "height": placed.height, "rx": round_}
    drawn = [element("rect", {name: _pixels(value) for name, value in size.items()})]
    strong = len(_rows(box._replace(notes=())))
    for number, row in enumerate(placed.rows):
        y = placed.y + _PADDING / 2 + (number + 0.75) * _LINE
        drawn.append(_span("head" if number < strong else "note", x, y, row))
    return element("g", {"class": box.mark.name or "plain"}, "".join(drawn))


def _span(kind: str, x: float, y: float, text: str) -> str:
    return element("text", {"class": kind, "x": _pixels(x), "y": _pixels(y)}, escaped(text))


def _arrows(edges: Iterable[Edge], placed: Mapping[str, _Placed]) -> Iterator[str]:
    """Yield the arrows: curves to the next column, and a bow at the right within one."""
    for edge in edges:
        start, end = placed[edge.start], placed[edge.end]
        toward = -1 if start.x == end.x else 1
        x = end.x if toward > 0 else end.right
        bend = _BETWEEN / 2
        points = [(start.right, start.middle), (start.right + bend, start.middle), (x - toward * bend, end.middle)]
        begin, *curve = [f"{_pixels(left)} {_pixels(top)}" for left, top in (*points, (x, end.middle))]
        yield element("path", {"class": "dashed" if edge.dashed else "line", "d": f"M{begin}C{' '.join(curve)}"})
        yield element("path", {"d": _tip(x, end.middle, toward)})


def _tip(x: float, y: float, toward: int) -> str:
    """The head of an arrow that ends at a point, to the right or (-1) to the left."""
    back = _pixels(x - 7 * toward)
    return f"M{back} {_pixels(y - 4)}L{_pixels(x)} {_pixels(y)}L{back} {_pixels(y + 4)}"


def _shown(text: str) -> str:
    return visible(text, PLAIN)


def _pixels(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
