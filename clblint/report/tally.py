"""The last lines of a text report: what was found, what was read, and what was not looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.report.report import Report, Summary

_NAMED = 3


def tally(report: Report) -> list[str]:
    """Give the summary, a sentence a line."""
    return [_verdict(report), *_below(report), *left_out(report.summary)]


def counted(number: int, noun: str) -> str:
    """Put a number before its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def by_severity(report: Report) -> dict[str, int]:
    """Count the findings by severity, the worst first."""
    counts = dict.fromkeys(("error", "warning", "note"), 0)
    for finding in report.findings:
        counts[finding.severity.label] += 1
    return counts


def left_out(summary: Summary) -> Iterator[str]:
    """Say what was not checked, and what would change that."""
    if summary.templates:
        count = len(summary.templates)
        names = ", ".join(summary.templates[:_NAMED]) + (f" and {count - _NAMED} more" if count > _NAMED else "")
        was = "was" if count == 1 else "were"
        todo = "render them: helm template ... | clblint -"
        yield f"{counted(count, 'unrendered template')} {was} not checked: {names} ({todo})"
    if summary.waiting:
        facts = ", ".join(f"{name} ({count})" for name, count in summary.waiting)
        total = sum(count for _, count in summary.waiting)
        yield f"{counted(total, 'check')} waited for facts about the cluster: {facts} (declare them in .clblint.yaml)"
    if summary.partial:
        calls = ", ".join(f"{call} ({read} of {total})" for call, read, total in summary.partial)
        yield f"the inventory is partial: {calls}; what it lacks of these was not reported as missing"


def _verdict(report: Report) -> str:
    found = [counted(number, name) for name, number in by_severity(report).items() if number]
    suppressed = [f"{report.summary.suppressed} suppressed"] if report.summary.suppressed else []
    read = _read(report.summary)
    if not found:
        return ", ".join([f"{read}: nothing to report", *suppressed])
    files = counted(len({finding.path for finding in report.findings}), "file")
    return ", ".join([f"{', '.join(found)} in {files} ({read})", *suppressed])


def _read(summary: Summary) -> str:
    if not summary.objects:
        return f"no Kubernetes object in {counted(summary.files, 'file')}"
    if not summary.services:
        return f"{counted(summary.files, 'file')} read, no Service among them"
    become = "becomes a CLB" if summary.balancers == 1 else "become a CLB"
    parts = [f"{counted(summary.services, 'Service')} read", f"{summary.balancers} {become}"]
    if summary.not_ours:
        parts.append(f"{summary.not_ours} handled by something else")
    return ", ".join(parts)


def _below(report: Report) -> Iterator[str]:
    """Explain findings with a clean exit code."""
    limit = report.fail_on
    if limit and report.findings and all(finding.severity < limit for finding in report.findings):
        yield f"none of them is at or above --fail-on {limit.label}"
