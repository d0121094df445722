"""One line for each finding, for editors and grep: `path:line:column: severity rule: message`."""

from __future__ import annotations

from clblint.i18n.language import tr
from clblint.report.terminal import guarded, guarded_path, visible
from clblint.report.wording import clipped, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style


def render(report: Report, style: Style) -> str:
    """The lines of all findings; empty if there are none."""
    return "".join(pieces(report, style))


def pieces(report: Report, style: Style) -> Iterator[str]:
    """Yield the lines of all findings."""
    return (f"{finding.text or block(style, finding, report.source_line)}\n" for finding in report.findings)


def block(style: Style, finding: Finding, _source_line: Callable[[str, int], str]) -> str:
    """The line of one finding."""
    return guarded(visible(_line(finding), style))


def _line(finding: Finding) -> str:
    span = finding.place.span
    place = f"{guarded_path(finding.path)}:{span.line}:{span.column}"
    template = tr(" (template {path})", path=clipped(finding.template)) if finding.template else ""
    return f"{place}: {finding.severity.label} {finding.rule}: {sentence(finding.message)}{template}"
