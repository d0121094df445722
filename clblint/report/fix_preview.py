"""`fix_preview`: the fix of a finding as removed and added lines, shown below the finding in a text report."""

from __future__ import annotations

from clblint.i18n.language import ntr, tr
from clblint.report.excerpt import cut
from clblint.report.terminal import cells, paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clblint.lint.edit import Replacement
    from clblint.lint.finding import Finding
    from clblint.report.report import Style

_MAX_ROWS = 12
_MIN_WIDTH = 40


def fix_preview(head: str, finding: Finding, style: Style, source_line: Callable[[str, int], str]) -> Iterator[str]:
    """Yield the rows of a fix, with the heading `head` in the first; none if the finding has no fix."""
    replacements = finding.replacements
    if not replacements:
        return
    safe = tr("--fix writes it")
    unsafe = tr("--fix --unsafe-fixes writes it; it may change behaviour")
    yield paint(style, "faint", f"  {head}  ") + visible(safe if finding.safe else unsafe, style)
    rows = list(_rows(replacements, lambda number: source_line(finding.path, number)))
    margin = " " * (cells(head) + 4)
    digits = len(str(max(number for number, _, _ in rows))) if rows else 1
    room = max(style.width, _MIN_WIDTH) - len(margin) - digits - 3
    for number, sign, text in rows[:_MAX_ROWS]:
        first = len(text) - len(text.lstrip())
        shown = cut(text, first, len(text), room, style)
        color = "error" if sign == "-" else "note"
        yield margin + paint(style, color, f"{number:>{digits}} {sign} {shown}")
    if len(rows) > _MAX_ROWS:
        more = len(rows) - _MAX_ROWS
        yield margin + visible(ntr("{count} more line", "{count} more lines", more), style)


def _rows(replacements: Sequence[Replacement], line: Callable[[int], str]) -> Iterator[tuple[int, str, str]]:
    """Yield line number, sign (`-` or `+`) and text of each removed or added line."""
    group: list[Replacement] = []
    for replacement in replacements:
        if group and replacement.span.line > group[-1].span.end_line:
            yield from _group_rows(group, line)
            group = []
        group.append(replacement)
    yield from _group_rows(group, line)


def _group_rows(group: Sequence[Replacement], line: Callable[[int], str]) -> Iterator[tuple[int, str, str]]:
    """Yield the rows of replacements that share lines."""
    first, last = group[0].span.line, group[-1].span.end_line
    old = [line(number) for number in range(first, last + 1)]
    parts, at = [], (first, 1)
    for (from_line, from_column, to_line, to_column), text in group:
        parts += [_between(old, first, at, (from_line, from_column)), text]
        at = (to_line, to_column)
    parts.append(_between(old, first, at, (last, len(old[-1]) + 1)))
    new = "".join(parts).replace("\r\n", "\n").split("\n")
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    yield from ((first + same + n, "-", text) for n, text in enumerate(old[same:]))
    yield from ((first + same + n, "+", text) for n, text in enumerate(new[same:]))


def _between(lines: Sequence[str], first: int, start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text between two positions (line, column), with line feeds as line ends; `lines` begin with line `first`."""
    (line, column), (end_line, end_column) = start, end
    if line == end_line:
        return lines[line - first][column - 1 : end_column - 1]
    full = [lines[line - first][column - 1 :], *lines[line - first + 1 : end_line - first]]
    return "\n".join([*full, lines[end_line - first][: end_column - 1]])
