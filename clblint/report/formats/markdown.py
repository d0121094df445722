"""Markdown for the summary of a step or a comment on a pull request: a table for each severity, the worst first.

GitHub drops a summary of more than a mebibyte as a whole, so the report ends before that and says so.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from clblint.i18n.language import ntr, tr
from clblint.lint.severity import Severity
from clblint.report.links import rule_url
from clblint.report.markdown_text import escaped
from clblint.report.tally import by_severity, of_severity, tally
from clblint.report.wording import all_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

_MOST = 900 * 1024
_LAST = 1024  # kept free for the last line


def render(report: Report, style: Style) -> str:
    """Write the summary and the tables, as far as there is room."""
    pieces = [_head(report, style)]
    size, rows = len(pieces[0].encode()), 0
    for piece, is_row in chain.from_iterable(_table(report, severity, style) for severity in reversed(Severity)):
        size += len(piece.encode())
        if size > _MOST - _LAST:
            left = ntr(
                "{count} more finding: this report ends at {most} KiB, other formats hold all findings",
                "{count} more findings: this report ends at {most} KiB, other formats hold all findings",
                len(report.findings) - rows,
                most=_MOST // 1024,
            )
            pieces.append(f"\n{left}\n")
            break
        pieces.append(piece)
        rows += is_row
    return "".join(pieces)


def _head(report: Report, style: Style) -> str:
    lines = [tr("clblint itself failed: {error}", error=text) for text in report.errors] + tally(report)
    return "## clblint\n" + "".join(f"\n{escaped(line, style)}\n" for line in lines)


def _table(report: Report, severity: Severity, style: Style) -> Iterator[tuple[str, bool]]:
    """Give a heading, then the rows."""
    if count := by_severity(report)[severity.label]:
        heads = tr("| Place | Rule | Finding |")
        yield f"\n### {of_severity(severity.label, count)}\n\n{heads}\n| --- | --- | --- |\n", False
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
