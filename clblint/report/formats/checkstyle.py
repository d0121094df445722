"""Checkstyle's XML, which Jenkins, reviewdog and others read; lines and columns are 1-based, columns in code points."""

from __future__ import annotations

from clblint.lint.severity import Severity
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.report.wording import all_texts, as_paragraph
from clblint.report.xml_text import HEAD, element, in_pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "info", Severity.PEDANTIC: "info"}


def render(report: Report, style: Style) -> str:
    """The document, with an element for each file that has findings."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield the document."""
    by_path: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_path.setdefault(report.own_path(finding.path), []).append(finding)
    yield HEAD
    files = (in_pieces("file", {"name": path}, ([_error(one)] for one in found)) for path, found in by_path.items())
    yield from in_pieces("checkstyle", {"version": "4.3"}, files)
    yield "\n"


def _error(finding: Finding) -> str:
    return element(
        "error",
        {
            "line": finding.place.span.line,
            "column": finding.place.span.column,
            "severity": _SEVERITIES[finding.severity],
            "message": as_paragraph(visible(part, PLAIN) for part in all_texts(finding)),
            "source": f"clblint.{visible(finding.rule, PLAIN)}",  # to Jenkins, the last part is the rule
        },
    )
