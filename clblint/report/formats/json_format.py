"""The complete report as JSON; lines and columns are 1-based, columns in code points, ends exclusive.

`fixes` holds at most one fix: `safe` says whether `--fix` applies it, and each of its `replacements` replaces a range
of the file by `text`; all ranges refer to the current content of the file.
"""

from __future__ import annotations

import json

from clblint.lint.severity import Severity
from clblint.report.fingerprint import finding_keys
from clblint.report.tally import by_severity
from clblint.report.wording import filled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.i18n.text import Text
    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style
    from clblint.source.place import Place, Span

FORMAT = 1


def render(report: Report, style: Style) -> str:
    """A JSON object with each finding on its own line, in ASCII, so that it is valid in any output encoding."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield what is before the findings, the findings, and what is after them."""
    silenced = f'"suppressed": {json.dumps(_silenced(report))}, ' if report.silenced else ""
    head = f'{{"format": {FORMAT}, "version": {json.dumps(report.version)}, "findings": ['
    tail = f'{silenced}"summary": {json.dumps(_summary(report))}, "internalErrors": {json.dumps(report.errors)}}}'
    yield head
    before = "\n"
    for finding, key in zip(report.findings, finding_keys(report.findings), strict=True):
        yield before + json.dumps(_finding(finding, key))
        before = ",\n"
    yield f"\n], {tail}\n" if report.findings else f"], {tail}\n"


def _finding(finding: Finding, key: str) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "severity": finding.severity.label,
        "object": finding.object,
        "subject": finding.subject,
        "message": _text(finding.message),
        "seen": _text(finding.seen),
        "fix": _text(finding.fix),
        **_place(finding.place),
        "because": [{**_place(label.place), "message": _text(label.text)} for label in finding.because],
        "fixes": _fixes(finding),
        "fingerprint": key,
        **({"template": finding.template} if finding.template else {}),
        **({"roots": [one._asdict() for one in finding.roots]} if finding.roots else {}),
    }


def _silenced(report: Report) -> list[dict[str, object]]:
    keys = finding_keys([*report.findings, *(one.finding for one in report.silenced)])[len(report.findings) :]
    return [
        {**_finding(one.finding, key), "suppressedBy": one.by, "reason": one.reason}
        for one, key in zip(report.silenced, keys, strict=True)
    ]


def _fixes(finding: Finding) -> list[dict[str, object]]:
    if not finding.replacements:
        return []
    replacements = [{**_span(span), "text": text} for span, text in finding.replacements]
    return [{"safe": finding.safe, "replacements": replacements}]


def _place(place: Place) -> dict[str, object]:
    return {"path": place.path, **_span(place.span)}


def _span(span: Span) -> dict[str, object]:
    line, column, end_line, end_column = span
    return {"line": line, "column": column, "endLine": end_line, "endColumn": end_column}


def _text(text: Text) -> str:
    return filled(text.template, text.values)


def _summary(report: Report) -> dict[str, object]:
    summary = report.summary
    return {
        "files": summary.files,
        "services": summary.services,
        "balancers": summary.balancers,
        "nlbs": summary.nlbs,
        "workloads": summary.workloads,
        "notOurs": summary.not_ours,
        "templates": summary.templates,
        "suppressed": summary.suppressed,
        "baselined": sum(number for _, number in summary.baselined),
        "gone": summary.gone,
        "fixed": summary.fixed,
        "waiting": dict(summary.waiting),
        "partial": {call: {"read": read, "total": total} for call, read, total in summary.partial},
        **{_plural(name): count for name, count in by_severity(report).items()},
        "hidden": {_plural(name): count for name, count in summary.hidden},
        "failOn": report.fail_on.label if report.fail_on else "never",
    }


def _plural(severity: str) -> str:
    return severity if severity == Severity.PEDANTIC.label else f"{severity}s"
