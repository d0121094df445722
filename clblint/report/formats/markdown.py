"""Markdown for a job summary or a comment on a pull request: a table for each severity, the most severe first.

GitHub rejects a summary of more than 1 MiB, so the report is truncated below that, and its last line says so.
"""

from __future__ import annotations

from itertools import chain

from clblint.i18n.language import ntr, tr
from clblint.lint.severity import Severity
from clblint.report.links import rule_url
from clblint.report.markdown_text import escaped
from clblint.report.tally import by_severity, severity_count, tally
from clblint.report.wording import all_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

_MAX_BYTES = 900 * 1024
_RESERVED_BYTES = 1024  # for the line about the truncation


def render(report: Report, style: Style) -> str:
    """The summary and the tables, truncated to `_MAX_BYTES`."""
    return "".join(pieces(report, style))


def pieces(report: Report, style: Style) -> Iterator[str]:
    """Yield the summary, the headings and the rows."""
    head = _head(report, style)
    yield head
    size, rows = len(head.encode()), 0
    for piece, is_row in chain.from_iterable(_table(report, severity, style) for severity in reversed(Severity)):
        size += len(piece.encode())
        if size > _MAX_BYTES - _RESERVED_BYTES:
            left = ntr(
                "{count} more finding: this report ends at {most} KiB, other formats hold all findings",
                "{count} more findings: this report ends at {most} KiB, other formats hold all findings",
                len(report.findings) - rows,
                most=_MAX_BYTES // 1024,
            )
            yield f"\n{left}\n"
            return
        yield piece
        rows += is_row


def _head(report: Report, style: Style) -> str:
    lines = [tr("clblint itself failed: {error}", error=text) for text in report.errors] + tally(report)
    return "## clblint\n" + "".join(f"\n{escaped(line, style)}\n" for line in lines)


def _table(report: Report, severity: Severity, style: Style) -> Iterator[tuple[str, bool]]:
    """Yield the heading of a table and its rows, each with whether it is a row; nothing if there are no findings."""
    if count := by_severity(report)[severity.label]:
        heads = tr("| Place | Rule | Finding |")
        yield f"\n### {severity_count(severity.label, count)}\n\n{heads}\n| --- | --- | --- |\n", False
    for finding in report.findings:
        if finding.severity == severity:
            yield f"| {_place(finding, style)} | {_rule(finding, style)} | {_text(finding, style)} |\n", True


def _place(finding: Finding, style: Style) -> str:
    span = finding.place.span
    return f"<code>{escaped(finding.path, style)}:{span.line}:{span.column}</code>"


def _rule(finding: Finding, style: Style) -> str:
    name = escaped(finding.rule, style)
    return name if "/" in finding.rule else f"[{name}]({rule_url(finding.rule)})"


def _text(finding: Finding, style: Style) -> str:
    return "<br>".join(escaped(part, style) for part in all_texts(finding))
