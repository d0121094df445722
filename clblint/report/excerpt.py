"""`excerpt`: cuts and escapes a source line to fit the terminal, and maps its characters to cells."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.light import lru_cache
from clblint.report.terminal import cells, signs, visible_char
from clblint.report.wording import abbreviations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.report.report import Style

_TAB = 4


class Excerpt(NamedTuple):
    """The visible part of a line.

    `stops` are the cells at which the characters of the line begin, from the character `first` (0-based) on, and the
    cell at which the last one ends.
    """

    text: str
    first: int
    stops: Sequence[int]

    def cell(self, index: int) -> int:
        """The cell of a character by its 0-based index; for a character that is not shown, the nearest cell."""
        at = min(max(index - self.first, 0), len(self.stops) - 1)
        return min(max(self.stops[at], 0), cells(self.text))


def fits_verbatim(line: str, room: int, style: Style) -> bool:
    """Whether a line is shown unchanged, with one cell for each character: the fast path for nearly all lines."""
    return len(line) <= room and line.isascii() and line.isprintable() and not abbreviations(line, signs(style).dots)


def cut(line: str, start: int, end: int, room: int, style: Style) -> str:
    """The text of `excerpt`, without blanks at its end."""
    shown = line if fits_verbatim(line, room, style) else excerpt(line, start, end, room, style).text
    return shown.rstrip()


def excerpt(line: str, start: int, end: int, room: int, style: Style) -> Excerpt:
    """The excerpt of a line that shows the characters from `start` to `end`, in at most `room` cells.

    Only the characters around them are examined: a line may be megabytes long.
    """
    reach = 4 * room
    first, last = max(0, start - reach), min(len(line), min(end, start + reach) + reach)
    pieces, stops = _lay_out(line[first:last], style)
    full = Excerpt("".join(pieces), first, stops)
    if not first and last == len(line) and stops[-1] <= room:
        return full
    from bisect import bisect_left, bisect_right  # noqa: PLC0415 - few lines are so long

    dots = signs(style).dots
    left = _left(full, start, end, room - 2 * len(dots))
    low = bisect_left(stops, left)
    before = dots if first or low else ""
    high = bisect_right(stops, stops[low] + room - len(before) - len(dots)) - 1
    high = bisect_left(stops, stops[high])  # do not end inside a fold
    after = dots if first + high < len(line) else ""
    shift = len(before) - stops[low]
    text = before + "".join(pieces[low:high]) + after
    return Excerpt(text, first, [stop + shift for stop in stops])


def fits_in_excerpt(line: str, start: int, end: int, room: int, style: Style) -> bool:
    """Whether an excerpt of `room` cells can show both the character at `start` and the one at `end`."""
    if end - start > 4 * room:
        return False
    return _lay_out(line[start:end], style)[1][-1] < room - 2 * len(signs(style).dots)


def _left(full: Excerpt, start: int, end: int, room: int) -> int:
    """The first cell of the window: that of the line if `end` is visible from there, else some cells before `start`."""
    a, b = full.cell(start), full.cell(end)
    if not full.first and b <= room:
        return 0
    before = a - room // 3
    return max(0, before if b - a > room else max(before, b - room))


@lru_cache(maxsize=256)  # several findings may show the same line
def _lay_out(line: str, style: Style) -> tuple[list[str], list[int]]:
    """For each character, the text that is shown for it and the cell at which it begins; the last cell is the end."""
    pieces: list[str] = []
    stops = [0]
    start = 0
    for index, (length, short) in [*sorted(abbreviations(line, signs(style).dots).items()), (len(line), (0, ""))]:
        _lay_out_part(line[start:index], style, pieces, stops)
        if length:
            # All characters of an abbreviation begin at its first cell, so that an underline covers all of it.
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
