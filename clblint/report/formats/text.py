"""The report for people: the place, the fault, the lines with the reasoning, what will be seen, and what to do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from clblint.i18n.language import current_language, tr
from clblint.report.frame import frame, where
from clblint.report.tally import tally
from clblint.report.terminal import cells, guarded, padded, paint, signs, visible, wrap
from clblint.report.wording import clipped, folded, headline, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style
    from clblint.suppress.silenced import SuppressedFinding

_NARROWEST = 40


def render(report: Report, style: Style) -> str:
    """Write the findings and the summary."""
    blocks = [finding.shown or block(style, finding, report.source_line) for finding in report.findings]
    if report.silenced:
        blocks.append("\n".join(row for one in report.silenced for row in _silenced(one, style)))
    if not style.quiet:
        blocks.append("\n".join(row for line in tally(report) for row in _lines(line, "", style)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def block(style: Style, finding: Finding, source_line: Callable[[str, int], str]) -> str:
    """Write one finding; `source_line` gives a 1-based line of a file, or nothing when it is unknown."""
    place = paint(style, "strong", where(finding.path, finding.place.span, style))
    label = finding.severity.label
    rows = [f"{place}  {paint(style, label, label)}  {visible(finding.rule, style)}", *_headline(finding, style)]
    if drawn := frame(source_line, finding, style):
        rows.append("")
        rows += drawn
    rows.append("")
    # Event texts are searched for and fixes are copied, so their keys stay whole.
    seen_as, fix, edit, rendered_from, more = _heads(current_language())
    rows += _lines(sentence(finding.seen), seen_as, style)
    rows += _lines(sentence(finding.fix), fix, style)
    if finding.replacements:
        from clblint.report.edited import edited  # noqa: PLC0415 - for findings that can be mended

        rows += edited(edit, finding, style, source_line)
    if finding.template:
        rows += _lines(tr("template {path}", path=clipped(finding.template)), rendered_from, style)
    rows += _lines(f"clblint explain {finding.rule}", more, style)
    return guarded("\n".join(rows))


@lru_cache(maxsize=2)
def _heads(_language: str) -> tuple[str, ...]:
    """The headings of the rows, equally wide."""
    heads = (tr("symptom"), tr("fix"), tr("edit"), tr("from"), tr("help"))
    widest = max(map(cells, heads))
    return tuple(padded(head, widest) for head in heads)


def _silenced(one: SuppressedFinding, style: Style) -> Iterator[str]:
    """Say in a line what is not reported, and why."""
    from clblint.suppress.silenced import BASELINE  # noqa: PLC0415 - only with --show-suppressed

    place = where(one.finding.path, one.finding.place.span, style)
    reason = "" if one.by == BASELINE else f": {clipped(one.reason) or tr('no reason given')}"
    yield from _lines(f"{place}  {one.finding.rule} ({one.by}){reason}", tr("suppressed"), style)


def _headline(finding: Finding, style: Style) -> list[str]:
    """Say which object, and what is wrong with it."""
    text = folded(visible(headline(finding), style), signs(style).dots)
    first, *more = wrap(text, max(style.width, _NARROWEST) - 2)
    name, colon, rest = first.partition(": ") if finding.object else ("", "", first)
    return [f"  {paint(style, 'strong', name)}{colon}{rest}", *[f"  {row}" for row in more]]


@lru_cache(maxsize=1024)  # what is seen and what to do are the same for most findings of a rule
def _lines(text: str, name: str, style: Style) -> tuple[str, ...]:
    """Wrap a text beside its heading; nothing where there is no text."""
    if not text:
        return ()
    head = f"  {name}  " if name else ""
    width = max(style.width, _NARROWEST) - cells(head)
    first, *more = wrap(visible(text, style), width)
    return (paint(style, "faint", head) + first, *(" " * cells(head) + row for row in more))
