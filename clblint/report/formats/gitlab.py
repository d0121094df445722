"""GitLab's Code Quality report: the part of Code Climate's format that GitLab reads.

GitLab compares fingerprints to distinguish new findings from known ones, so they depend on neither line nor message.
"""

from __future__ import annotations

import json

from clblint.lint.severity import Severity
from clblint.report.fingerprint import finding_keys
from clblint.report.positions import last_line, relative_to_root
from clblint.report.report import PLAIN
from clblint.report.terminal import visible, visible_name
from clblint.report.wording import all_texts, as_paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style

# `critical` and `blocker` are for faults that affect more than the traffic of a Service.
_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info", Severity.PEDANTIC: "info"}


def render(report: Report, style: Style) -> str:
    """A JSON array with each finding on its own line, in ASCII, so that it is valid in any output encoding."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield the beginning of the array, the findings, and its end."""
    path_of = relative_to_root("CI_PROJECT_DIR")
    yield "["
    before = "\n"
    for finding, key in zip(report.findings, finding_keys(report.findings), strict=True):
        yield before + json.dumps(_issue(finding, path_of(report.own_path(finding.path)), key))
        before = ",\n"
    yield "\n]\n" if report.findings else "]\n"


def _issue(finding: Finding, path: str, key: str) -> dict[str, object]:
    span = finding.place.span
    return {
        "description": as_paragraph(visible(part, PLAIN) for part in all_texts(finding)),
        "check_name": visible(finding.rule, PLAIN),
        "fingerprint": key,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": visible_name(path, PLAIN),
            "lines": {"begin": span.line, "end": last_line(span)},
        },
    }
