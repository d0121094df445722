"""Workflow commands of GitHub Actions: annotations beside the lines of a pull request.

The runner keeps ten of each kind in a step and drops the others without a word, so the worst come first and the last
line says what is missing. Columns count code points; a stretch over several lines may have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.lint.severity import Severity
from clblint.report.positions import from_root, last_line
from clblint.report.tally import of_severity
from clblint.report.terminal import visible, visible_name
from clblint.report.wording import all_texts

if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice", Severity.PEDANTIC: "notice"}
_MOST = 10
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: Report, style: Style) -> str:
    """Write the commands, and nothing when there is nothing to say."""
    path_of = from_root("GITHUB_WORKSPACE")
    lines, left = [], {}
    for severity in _KINDS:
        there = [finding for finding in report.findings if finding.severity == severity]
        for finding in there[:_MOST]:
            place = {} if finding.path in report.older else _place(finding, path_of(finding.path), style)
            lines.append(_command(finding, place, style))
        left[severity.label] = len(there[_MOST:])
    if total := sum(left.values()):
        kinds = ", ".join(of_severity(label, number) for label, number in left.items() if number)
        why = f"GitHub shows {_MOST} annotations of each kind in a step, other formats show all findings"
        lines.append(f"{total} more {'finding' if total == 1 else 'findings'} ({kinds}): {why}")
    return "".join(line + "\n" for line in lines)


def _place(finding: Finding, path: str, style: Style) -> dict[str, object]:
    span = finding.place.span
    place: dict[str, object] = {"file": visible_name(path, style), "line": span.line, "endLine": last_line(span)}
    if span.end_line == span.line:
        place |= {"col": span.column, "endColumn": span.end_column}
    return place


def _command(finding: Finding, place: dict[str, object], style: Style) -> str:
    """Write a command; without a place if the file does not exist any more."""
    properties = {"title": visible(f"clblint {finding.rule}", style), **place}
    given = ",".join(f"{name}={str(value).translate(_PROPERTY)}" for name, value in properties.items())
    message = "\n".join(visible(part, style) for part in all_texts(finding))
    return f"::{_KINDS[finding.severity]} {given}::{message.translate(_DATA)}"
