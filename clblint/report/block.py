"""`block`: one finding for people, with the lines that it is about."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from clblint.i18n.language import current_language, tr
from clblint.report.frame import frame
from clblint.report.terminal import NARROWEST, cells, guarded, padded, paint, rows_of, signs, visible, where, wrap
from clblint.report.wording import clipped, folded, headline, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.lint.finding import Finding
    from clblint.report.report import Style


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
    rows += rows_of(sentence(finding.seen), seen_as, style)
    rows += rows_of(sentence(finding.fix), fix, style)
    if finding.replacements:
        from clblint.report.edited import edited  # noqa: PLC0415 - for findings that can be mended

        rows += edited(edit, finding, style, source_line)
    if finding.template:
        rows += rows_of(tr("template {path}", path=clipped(finding.template)), rendered_from, style)
    rows += rows_of(f"clblint explain {finding.rule}", more, style)
    return guarded("\n".join(rows))


@lru_cache(maxsize=2)
def _heads(_language: str) -> tuple[str, ...]:
    """The headings of the rows, equally wide."""
    heads = (tr("symptom"), tr("fix"), tr("edit"), tr("from"), tr("help"))
    widest = max(map(cells, heads))
    return tuple(padded(head, widest) for head in heads)


def _headline(finding: Finding, style: Style) -> list[str]:
    """Say which object, and what is wrong with it."""
    text = folded(visible(headline(finding), style), signs(style).dots)
    first, *more = wrap(text, max(style.width, NARROWEST) - 2)
    name, colon, rest = first.partition(": ") if finding.object else ("", "", first)
    return [f"  {paint(style, 'strong', name)}{colon}{rest}", *[f"  {row}" for row in more]]
