"""The report for people: for each finding the place, the message, the source lines, the symptom and the remedy."""

from __future__ import annotations

from clblint.i18n.language import tr
from clblint.report.tally import tally
from clblint.report.terminal import location_text, rows_of
from clblint.report.wording import clipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style
    from clblint.suppress.silenced import SuppressedFinding


def render(report: Report, style: Style) -> str:
    """The findings and the summary."""
    return "".join(pieces(report, style))


def pieces(report: Report, style: Style) -> Iterator[str]:
    """Yield the findings and the summary."""
    between = ""
    for text in _blocks(report, style):
        yield between + text
        between = "\n\n"
    if between:
        yield "\n"


def _blocks(report: Report, style: Style) -> Iterator[str]:
    for finding in report.findings:
        yield finding.text or block(style, finding, report.source_line)
    if report.silenced:
        yield "\n".join(row for one in report.silenced for row in _silenced(one, style))
    if not style.quiet:
        yield "\n".join(row for line in tally(report) for row in rows_of(line, "", style))


def block(style: Style, finding: Finding, source_line: Callable[[str, int], str]) -> str:
    """The text of one finding, as in `clblint.report.block`."""
    from clblint.report.block import block as drawn  # noqa: PLC0415 - not needed if all texts are cached

    return drawn(style, finding, source_line)


def _silenced(one: SuppressedFinding, style: Style) -> Iterator[str]:
    """Yield the rows of a suppressed finding: its place, its rule and the reason."""
    from clblint.suppress.silenced import BASELINE  # noqa: PLC0415 - only with --show-suppressed

    place = location_text(one.finding.path, one.finding.place.span, style)
    reason = "" if one.by == BASELINE else f": {clipped(one.reason) or tr('no reason given')}"
    yield from rows_of(f"{place}  {one.finding.rule} ({one.by}){reason}", tr("suppressed"), style)
