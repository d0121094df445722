"""`tally`: the summary at the end of a text report: numbers of findings and files, and what was not checked."""

from __future__ import annotations

from clblint.i18n.language import ntr, tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.report.report import Report, Summary

_MAX_NAMED = 3
_PEDANTIC = "pedantic"


def tally(report: Report) -> list[str]:
    """The lines of the summary, one sentence each."""
    return [
        _verdict(report),
        *_below_limit(report),
        *_fixes(report),
        *_hidden(report.summary),
        *coverage_notes(report.summary),
    ]


def severity_count(severity: str, number: int) -> str:
    """A number of findings with their severity in words: `2 errors`."""
    match severity:
        case "error":
            return ntr("{count} error", "{count} errors", number)
        case "warning":
            return ntr("{count} warning", "{count} warnings", number)
        case "note":
            return ntr("{count} note", "{count} notes", number)
        case _:
            return ntr("{count} pedantic finding", "{count} pedantic findings", number)


def by_severity(report: Report) -> dict[str, int]:
    """The numbers of findings by severity, the most severe first."""
    counts = dict.fromkeys(("error", "warning", "note", "pedantic"), 0)
    for finding in report.findings:
        counts[finding.severity.label] += 1
    return counts


def of_templates(names: Sequence[str]) -> str:
    """The sentence about unrendered templates."""
    more = len(names) - _MAX_NAMED
    return ntr(
        "{count} unrendered template was not checked: {names} (render them: helm template ... | clblint -)",
        "{count} unrendered templates were not checked: {names} (render them: helm template ... | clblint -)",
        len(names),
        names=listed(names[:_MAX_NAMED]) + (tr(" and {more} more", more=more) if more > 0 else ""),
    )


def coverage_notes(summary: Summary) -> Iterator[str]:
    """Yield sentences about what was not checked, and how to have it checked."""
    if summary.templates:
        yield of_templates(summary.templates)
    if summary.waiting:
        yield ntr(
            "{count} check waited for facts about the cluster: {facts} (declare them in .clblint.yaml)",
            "{count} checks waited for facts about the cluster: {facts} (declare them in .clblint.yaml)",
            sum(count for _, count in summary.waiting),
            facts=listed(tr("{fact} ({count})", fact=fact, count=count) for fact, count in summary.waiting),
        )
    if summary.gone:
        yield ntr(
            "{count} entry of the baseline no longer occurs: clblint baseline FILE takes it out",
            "{count} entries of the baseline no longer occur: clblint baseline FILE takes them out",
            summary.gone,
        )
    if summary.partial:
        calls = (
            tr("{call} ({read} of {total})", call=call, read=read, total=total) for call, read, total in summary.partial
        )
        yield tr(
            "the inventory is partial: {calls}; what it lacks of these was not reported as missing", calls=listed(calls)
        )


def listed(parts: Iterable[str]) -> str:
    """The parts joined by the comma of the current language."""
    return tr(", ").join(parts)


def _verdict(report: Report) -> str:
    found = [severity_count(name, number) for name, number in by_severity(report).items() if number]
    read = _checked(report.summary)
    if found:
        files = len({finding.path for finding in report.findings})
        verdict = ntr(
            "{found} in {count} file ({read})",
            "{found} in {count} files ({read})",
            files,
            found=listed(found),
            read=read,
        )
    else:
        verdict = tr("{read}: no rule ran" if report.summary.idle else "{read}: nothing to report", read=read)
    return _clauses([verdict, *_silenced(report.summary)])


def _silenced(summary: Summary) -> Iterator[str]:
    """Yield the numbers of suppressed findings and of those in the baseline."""
    if summary.suppressed:
        yield tr("{count} suppressed", count=summary.suppressed)
    if summary.baselined:
        known = listed(severity_count(name, number) for name, number in summary.baselined)
        total = sum(number for _, number in summary.baselined)
        yield tr("{count} in the baseline ({found})", count=total, found=known)


def _checked(summary: Summary) -> str:
    if not summary.objects:
        return ntr("no Kubernetes object in {count} file", "no Kubernetes object in {count} files", summary.files)
    if not summary.services:
        return ntr(
            "{count} file read, no Service among them", "{count} files read, no Service among them", summary.files
        )
    parts = [
        ntr("{count} Service read", "{count} Services read", summary.services),
        ntr("{count} becomes a CLB", "{count} become a CLB", summary.balancers),
    ]
    if summary.nlbs:
        parts.append(ntr("{count} becomes an NLB", "{count} become an NLB", summary.nlbs))
    if summary.not_ours:
        parts.append(tr("{count} handled by another controller", count=summary.not_ours))
    return _clauses(parts)


def _clauses(parts: list[str]) -> str:
    first, *others = parts
    for then in others:
        first = tr("{first}, {then}", first=first, then=then)
    return first


def _fixes(report: Report) -> Iterator[str]:
    """Yield a sentence about the findings that were fixed or that can be fixed, if there are any."""
    safe = sum(bool(finding.edits) and finding.safe for finding in report.findings)
    unsafe = sum(bool(finding.edits) and not finding.safe for finding in report.findings)
    clauses = []
    if report.summary.fixed:
        clauses.append(tr("{count} fixed", count=report.summary.fixed))
    if safe:
        clauses.append(tr("{count} fixable with --fix", count=safe))
    if unsafe and safe:
        clauses.append(tr("{count} more fixable with --fix --unsafe-fixes", count=unsafe))
    elif unsafe:
        clauses.append(tr("{count} fixable with --fix --unsafe-fixes", count=unsafe))
    if clauses:
        yield _clauses(clauses)


def _hidden(summary: Summary) -> Iterator[str]:
    """Yield the number of findings that are hidden for their severity, and the option that shows them."""
    counts = dict(summary.hidden)
    advice = counts.pop(_PEDANTIC, 0)
    if counts:
        found = listed(severity_count(name, number) for name, number in summary.hidden)
        yield tr("{found} not shown (--min-severity)", found=found)
    elif advice:
        yield tr("{found} not shown (--pedantic)", found=severity_count(_PEDANTIC, advice))


def _below_limit(report: Report) -> Iterator[str]:
    """Yield the reason for exit code 0 in spite of findings, if that is so."""
    limit = report.fail_on
    if limit and report.findings and all(finding.severity < limit for finding in report.findings):
        yield tr("none of them is at or above --fail-on {limit}", limit=limit.label)
