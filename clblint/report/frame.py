"""`frame`: the source lines of a finding, with underlines and the text for each place."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.light import lru_cache
from clblint.report.excerpt import cut, excerpt, fits_in_excerpt, fits_verbatim
from clblint.report.terminal import MIN_WIDTH, cells, location_text, paint, signs, visible, wrap
from clblint.report.wording import abbreviated, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.lint.finding import Finding, Label
    from clblint.report.report import Style
    from clblint.source.place import Place, Span

    Lines = Callable[[str, int], str]

_MIN_BESIDE = 30  # cells beside an underline that a longer text needs at least
_INDENT = 4


class Underline(NamedTuple):
    """A span to underline and the text beside it; the `main` one of a frame is that of the finding itself."""

    span: Span
    text: str
    main: bool

    @property
    def start(self) -> int:
        """The 0-based index of the first underlined character."""
        return self.span.column - 1

    def end(self, line: str) -> int:
        """The 0-based index behind the last underlined character; of several lines only the first is underlined."""
        span = self.span
        return span.end_column - 1 if span.end_line == span.line else len(line.rstrip())


class Pen(NamedTuple):
    """The style and the dimensions that all rows of a frame share; `digits` is the width of line numbers."""

    style: Style
    digits: int
    color: str
    room: int  # the cells right of the bar
    margin: str  # of a row without a line number
    bar: str

    def row(self, number: int, text: str) -> str:
        """The row of a source line with its number."""
        margin = paint(self.style, "faint", f"  {str(number).rjust(self.digits)} {self.bar}")
        return f"{margin} {text}" if text else margin

    def gap(self) -> str:
        """The row in place of omitted lines."""
        return paint(self.style, "faint", f"  {signs(self.style).gap:>{self.digits}}")


@lru_cache(maxsize=64)
def _pen(style: Style, digits: int, color: str) -> Pen:
    bar = signs(style).bar
    margin = paint(style, "faint", f"  {'':>{digits}} {bar}")
    return Pen(style, digits, color, max(style.width - digits - 5, MIN_WIDTH), margin, bar)


def frame(source_line: Lines, finding: Finding, style: Style) -> list[str]:
    """The rows of the frame of a finding; none if its source line is unknown or empty and it has no further places."""
    because = finding.because
    if not because and not source_line(finding.path, finding.place.span.line):
        return []
    marks = _marks(finding.place, because, style)
    digits = len(str(max([there[-1].span.line for there in marks.values()])))
    pen = _pen(style, digits, finding.severity.label)
    rows: list[str] = []
    for path, there in marks.items():
        if path != finding.path:
            place = location_text(path, there[0].span, style)
            rows.append(f"  {paint(style, 'faint', '-->')} {place}")
        rows += _file_rows(pen, source_line, path, there)
    return rows


def _marks(own: Place, because: Iterable[Label], style: Style) -> dict[str, list[Underline]]:
    """The underlines by file, beginning with the file of the finding itself, and sorted by line within each file."""
    main = ""
    marks: dict[str, list[Underline]] = {own.path: []}
    dots = signs(style).dots
    for place, text in because:
        shown = abbreviated(visible(sentence(text), style), dots)
        if place == own and not main:
            main = shown
        else:
            marks.setdefault(place.path, []).append(Underline(place.span, shown, False))  # noqa: FBT003 - as the field
    marks[own.path].append(Underline(own.span, main, True))  # noqa: FBT003 - as the field
    for there in marks.values():
        if len(there) > 1:
            there.sort(key=lambda mark: (mark.span.line, mark.span.column, not mark.main))
    return marks


def _file_rows(pen: Pen, source_line: Lines, path: str, marks: list[Underline]) -> list[str]:
    rows: list[str] = []
    previous = at = 0
    while at < len(marks):
        number, first = marks[at].span.line, at
        while at < len(marks) and marks[at].span.line == number:
            at += 1
        if previous and number == previous + 2:  # the one line between takes no more room than a gap
            between = source_line(path, previous + 1)
            rows.append(pen.row(previous + 1, cut(between, 0, 0, pen.room, pen.style)))
        elif previous and number > previous + 2:
            rows.append(pen.gap())
        rows += _line_rows(pen, number, source_line(path, number), marks[first:at])
        previous = number
    return rows


def _line_rows(pen: Pen, number: int, line: str, marks: list[Underline]) -> list[str]:
    rows: list[str] = []
    if fits_verbatim(line, pen.room, pen.style):
        rows.append(pen.row(number, line.rstrip()))
        last = len(line)
        for mark in marks:
            rows += _mark_rows(pen, mark, min(mark.start, last), min(mark.end(line), last))
        return rows
    for near in _visible_together(pen, line, marks):
        start, end = near[0].start, max(mark.end(line) for mark in near)
        if not fits_in_excerpt(line, start, end, pen.room, pen.style):
            end = near[-1].start + 1  # every beginning must be seen, a long underline may run out of the excerpt
        shown = excerpt(line, start, end, pen.room, pen.style)
        rows.append(pen.row(number, shown.text.rstrip()))
        for mark in near:
            rows += _mark_rows(pen, mark, shown.cell(mark.start), shown.cell(mark.end(line)))
    return rows


def _visible_together(pen: Pen, line: str, marks: list[Underline]) -> Iterator[list[Underline]]:
    """Yield groups of underlines that one excerpt can show; a long line is shown once for each group."""
    group: list[Underline] = []
    for mark in marks:
        if group and not fits_in_excerpt(line, group[0].start, mark.start, pen.room, pen.style):
            yield group
            group = []
        group.append(mark)
    yield group


def _mark_rows(pen: Pen, mark: Underline, start: int, end: int) -> list[str]:
    """The rows of an underline between two cells, with its text beside it, or below it if there is no room."""
    length = max(end - start, 1)
    color = pen.color if mark.main else "because"
    under = f"{pen.margin} {' ' * start}" + paint(pen.style, color, ("^" if mark.main else "-") * length)
    text = mark.text
    if not text:
        return [under]
    left = start + length + 1
    size = cells(text)
    if pen.room - left >= min(size, _MIN_BESIDE):
        first, *more = wrap(text, pen.room - left)
        rows = [f"{under} {paint(pen.style, color, first)}"]
    else:
        rows = [under]
        left = min(start, max(pen.room - size, _INDENT))
        more = wrap(text, pen.room - left)
    return rows + [f"{pen.margin} {' ' * left}{paint(pen.style, color, row)}" for row in more]
