"""`block`: a finding as text for people, with the source lines that it is about."""

from __future__ import annotations

from clblint.i18n.language import current_language, tr
from clblint.light import lru_cache
from clblint.report.frame import frame
from clblint.report.terminal import (
    MIN_WIDTH,
    cells,
    guarded,
    location_text,
    padded,
    paint,
    rows_of,
    signs,
    visible,
    wrap,
)
from clblint.report.wording import abbreviated, builders, clipped, headline, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.lint.finding import Finding
    from clblint.report.report import Style


def block(style: Style, finding: Finding, source_line: Callable[[str, int], str]) -> str:
    """The text of one finding; `source_line` returns a line of a file by its 1-based number, empty if it is unknown."""
    place = paint(style, "strong", location_text(finding.path, finding.place.span, style))
    label = finding.severity.label
    rows = [f"{place}  {paint(style, label, label)}  {visible(finding.rule, style)}", *_headline(finding, style)]
    if drawn := frame(source_line, finding, style):
        rows.append("")
        rows += drawn
    rows.append("")
    # Event texts are searched for and fixes are copied, so their keys stay whole.
    seen_as, fix, edit, rendered_from, built, more = _heads(current_language())
    rows += rows_of(sentence(finding.seen), seen_as, style)
    rows += rows_of(sentence(finding.fix), fix, style)
    if finding.replacements:
        from clblint.report.fix_preview import fix_preview  # noqa: PLC0415 - only for findings with a fix

        rows += fix_preview(edit, finding, style, source_line)
    if finding.template:
        rows += rows_of(tr("template {path}", path=clipped(finding.template)), rendered_from, style)
    if text := builders(finding):
        rows += rows_of(text, built, style)
    rows += rows_of(f"clblint explain {finding.rule}", more, style)
    return guarded("\n".join(rows))


@lru_cache(maxsize=2)
def _heads(_language: str) -> tuple[str, ...]:
    """The headings of the rows, padded to the same width."""
    heads = (tr("symptom"), tr("fix"), tr("edit"), tr("from"), tr("built"), tr("help"))
    widest = max(map(cells, heads))
    return tuple(padded(head, widest) for head in heads)


def _headline(finding: Finding, style: Style) -> list[str]:
    """The lines of the headline: the object, and what is wrong with it."""
    text = abbreviated(visible(headline(finding), style), signs(style).dots)
    first, *more = wrap(text, max(style.width, MIN_WIDTH) - 2)
    name, colon, rest = first.partition(": ") if finding.object else ("", "", first)
    return [f"  {paint(style, 'strong', name)}{colon}{rest}", *[f"  {row}" for row in more]]
