"""reviewdog's own format (rdjson), which it writes into comments on any platform, with fixes to accept by a click.

Lines and columns are 1-based, ends exclusive, and columns count the bytes of UTF-8. A fix is offered if it is safe and
one replacement: reviewdog offers each replacement by itself.
"""

from __future__ import annotations

import json

from clblint.lint.severity import Severity
from clblint.report.links import PROJECT, rule_url
from clblint.report.report import PLAIN
from clblint.report.terminal import visible, visible_name
from clblint.report.wording import all_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style
    from clblint.source.place import Span

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO", Severity.PEDANTIC: "INFO"}


def render(report: Report, style: Style) -> str:
    """A JSON object with each finding on its own line, in ASCII, so that it is valid in any output encoding."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield what is before the findings, the findings, and what is after them."""
    yield f'{{"source": {json.dumps({"name": "clblint", "url": PROJECT})}, "diagnostics": ['
    before = "\n"
    for finding in report.findings:
        yield before + json.dumps(_diagnostic(finding, report))
        before = ",\n"
    yield "\n]}\n" if report.findings else "]}\n"


def _diagnostic(finding: Finding, report: Report) -> dict[str, object]:
    def line(number: int) -> str:
        return report.source_line(finding.path, number)

    location: dict[str, object] = {"path": visible_name(report.own_path(finding.path), PLAIN)}
    if finding.path not in report.older:
        location["range"] = _range(finding.place.span, line)
    made: dict[str, object] = {
        "message": "\n".join(visible(part, PLAIN) for part in all_texts(finding)),
        "location": location,
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": visible(finding.rule, PLAIN), "url": rule_url(finding.rule)},
    }
    if finding.safe and finding.replacements is not None and len(finding.replacements) == 1:
        ((span, text),) = finding.replacements
        made["suggestions"] = [{"range": _range(span, line), "text": text}]
    return made


def _range(span: Span, line: Callable[[int], str]) -> dict[str, object]:
    first, column, last, end = span
    return {
        "start": {"line": first, "column": _bytes(line(first), column)},
        "end": {"line": last, "column": _bytes(line(last), end)},
    }


def _bytes(line: str, column: int) -> int:
    """The column in bytes; what is behind the end of a line is of one byte each."""
    before = line[: column - 1]
    return len(before.encode("utf-8", "surrogatepass")) + column - len(before)
