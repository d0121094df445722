"""Workflow commands of GitHub Actions: annotations beside the lines of a pull request.

The runner keeps ten annotations of each kind per step and silently drops the others, so the most severe come first,
and the last line says how many are missing. Columns are in code points; a span of several lines may not have any.
"""

from __future__ import annotations

from clblint.lint.severity import Severity
from clblint.report.positions import last_line, relative_to_root
from clblint.report.tally import severity_count
from clblint.report.terminal import visible, visible_name
from clblint.report.wording import all_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice", Severity.PEDANTIC: "notice"}
_MAX_ANNOTATIONS = 10
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: Report, style: Style) -> str:
    """The commands, one per line; empty if there are no findings."""
    path_of = relative_to_root("GITHUB_WORKSPACE")
    lines, dropped = [], {}
    for severity in _KINDS:
        found = [finding for finding in report.findings if finding.severity == severity]
        for finding in found[:_MAX_ANNOTATIONS]:
            place = {} if finding.path in report.older else _place(finding, path_of(finding.path), style)
            lines.append(_command(finding, place, style))
        dropped[severity.label] = len(found[_MAX_ANNOTATIONS:])
    if total := sum(dropped.values()):
        kinds = ", ".join(severity_count(label, number) for label, number in dropped.items() if number)
        why = f"GitHub shows {_MAX_ANNOTATIONS} annotations of each kind in a step, other formats show all findings"
        lines.append(f"{total} more {'finding' if total == 1 else 'findings'} ({kinds}): {why}")
    return "".join(line + "\n" for line in lines)


def _place(finding: Finding, path: str, style: Style) -> dict[str, object]:
    span = finding.place.span
    place: dict[str, object] = {"file": visible_name(path, style), "line": span.line, "endLine": last_line(span)}
    if span.end_line == span.line:
        place |= {"col": span.column, "endColumn": span.end_column}
    return place


def _command(finding: Finding, place: dict[str, object], style: Style) -> str:
    """The workflow command of a finding; `place` is empty if the file no longer exists."""
    properties = {"title": visible(f"clblint {finding.rule}", style), **place}
    given = ",".join(f"{name}={str(value).translate(_PROPERTY)}" for name, value in properties.items())
    message = "\n".join(visible(part, style) for part in all_texts(finding))
    return f"::{_KINDS[finding.severity]} {given}::{message.translate(_DATA)}"
