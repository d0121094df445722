"""Checkstyle's XML, which Jenkins, reviewdog and others read; lines and columns are 1-based, columns in code points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.lint.severity import Severity
from clblint.report.report import PLAIN
from clblint.report.terminal import visible
from clblint.report.wording import all_texts, as_paragraph
from clblint.report.xml_text import HEAD, element, nested

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "info", Severity.PEDANTIC: "info"}


def render(report: Report, _style: Style) -> str:
    """The document, with an element for each file that has findings."""
    by_path: dict[str, list[str]] = {}
    for finding in report.findings:
        by_path.setdefault(report.own_path(finding.path), []).append(_error(finding))
    files = [element("file", {"name": path}, nested(errors)) for path, errors in by_path.items()]
    return HEAD + element("checkstyle", {"version": "4.3"}, nested(files)) + "\n"


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
