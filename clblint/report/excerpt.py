"""`excerpt`: cuts and escapes a source line to fit the terminal, and maps its characters to cells."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.report.terminal import cells, signs, visible_char
from clblint.report.wording import folds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.report.report import Style

_TAB = 4


class Excerpt(NamedTuple):
    """What is shown of a line. `stops` are the cells at which the characters from `first` on begin, and their end."""

    text: str
    first: int
    stops: Sequence[int]

    def cell(self, index: int) -> int:
        """Tell the cell of a character (0-based), the nearest one for a character that is not shown."""
        at = min(max(index - self.first, 0), len(self.stops) - 1)
        return min(max(self.stops[at], 0), cells(self.text))


def is_shown_whole(line: str, room: int, style: Style) -> bool:
    """Tell whether a line is shown as it is, a cell for each character: nearly always."""
    return len(line) <= room and line.isascii() and line.isprintable() and not folds(line, signs(style).dots)


def excerpt(line: str, start: int, end: int, room: int, style: Style) -> Excerpt:
    """Show a line so that the characters from `start` to `end` are seen and no more than `room` cells are taken.

    Only the neighbourhood is looked at: a line may be megabytes long.
    """
    reach = 4 * room
    first, last = max(0, start - reach), min(len(line), min(end, start + reach) + reach)
    pieces, stops = _lay_out(line[first:last], style)
    whole = Excerpt("".join(pieces), first, stops)
    if not first and last == len(line) and stops[-1] <= room:
        return whole
    dots = signs(style).dots
    left = _left(whole, start, end, room - 2 * len(dots))
    low = bisect_left(stops, left)
    before = dots if first or low else ""
    high = bisect_right(stops, stops[low] + room - len(before) - len(dots)) - 1
    high = bisect_left(stops, stops[high])  # do not end inside a fold
    after = dots if first + high < len(line) else ""
    shift = len(before) - stops[low]
    text = before + "".join(pieces[low:high]) + after
    return Excerpt(text, first, [stop + shift for stop in stops])


def in_reach(line: str, start: int, end: int, room: int, style: Style) -> bool:
    """Tell whether one excerpt can show both characters."""
    if end - start > 4 * room:
        return False
    return _lay_out(line[start:end], style)[1][-1] < room - 2 * len(signs(style).dots)


def _left(whole: Excerpt, start: int, end: int, room: int) -> int:
    """Choose the first cell of the window: the line's beginning if all is in sight from there, else some way before."""
    a, b = whole.cell(start), whole.cell(end)
    if not whole.first and b <= room:
        return 0
    before = a - room // 3
    return max(0, before if b - a > room else max(before, b - room))


@lru_cache(maxsize=256)  # a line is shown for several findings
def _lay_out(line: str, style: Style) -> tuple[list[str], list[int]]:
    """Give for each character what is shown for it and the cell at which that begins, and the end of all."""
    pieces: list[str] = []
    stops = [0]
    start = 0
    for index, (length, short) in [*sorted(folds(line, signs(style).dots).items()), (len(line), (0, ""))]:
        _lay_out_part(line[start:index], style, pieces, stops)
        if length:
            # The characters that vanish stand where the fold begins, so that an underline covers all of it.
            pieces += [short] + [""] * (length - 1)
            stops += [stops[-1]] * (length - 1) + [stops[-1] + cells(short)]
        start = index + length
    return pieces, stops


def _lay_out_part(part: str, style: Style, pieces: list[str], stops: list[int]) -> None:
    if part.isascii() and part.isprintable():
        pieces += part
        stops += range(stops[-1] + 1, stops[-1] + len(part) + 1)
        return
    for char in part:
        piece = " " * (_TAB - stops[-1] % _TAB) if char == "\t" else visible_char(char, unicode=style.unicode)
        pieces.append(piece)
        stops.append(stops[-1] + cells(piece))
