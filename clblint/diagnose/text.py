"""The diagnosis as text for a terminal: state, address and id first, then at most two causes for each Service."""

from __future__ import annotations

from clblint.diagnose.diagnosis import FOREIGN, HEALTHY, NOT_HANDLED, UNKNOWN
from clblint.diagnose.wording import confidence, head, headline, problems, seen_line, started, state_word, total
from clblint.i18n.language import ntr, remarked, tr, tr_value
from clblint.report.terminal import cells, padded, paint, visible, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.diagnose.diagnosis import Cause, Diagnosis, Unknown
    from clblint.diagnose.report import DiagnosisReport
    from clblint.report.report import Style

_MOST_CAUSES = 2
_MOST_EVIDENCE = 3
_MOST_UNKNOWN = 3
_TABLE_FROM = 4  # Services that are not healthy
_MOST_IN_FULL = 20  # Services
_INDENT = 5  # cells before the text of a cause


def text_of(report: DiagnosisReport, style: Style, *, every: bool, quiet: bool = False) -> Iterator[str]:
    """Yield the lines of the report; `every` shows all causes and advice, and healthy Services in full."""
    if not quiet:
        yield from (visible(line, style) for line in head(report))
        yield from (paint(style, "warning", row) for line in problems(report) for row in _wrapped(line, style, 0))
        yield ""
    ill = [one for one in report.diagnoses if one.state != HEALTHY]
    if len(ill) >= _TABLE_FROM or (len(ill) > 1 and len(report.diagnoses) > _MOST_IN_FULL):
        yield from _table(ill, report, style)
        yield ""
    shown = [one for one in report.diagnoses if every or one.state != HEALTHY or _is_asked(one, report)]
    for one in shown if every else shown[:_MOST_IN_FULL]:
        yield from _service(one, report, style, every=every)
        yield ""
    if len(shown) > _MOST_IN_FULL and not every:
        yield tr("{count} more Services in the table above (--all shows all of each)", count=len(shown) - _MOST_IN_FULL)
    if not every:
        rest = [one for one in report.diagnoses if one.state == HEALTHY and not _is_asked(one, report)]
        yield from _healthy(rest, report, style)
    if report.apply:
        yield paint(style, "strong", tr("the next apply of the manifests:"))
        yield from (f"  {visible(line, style)}" for line in tr_value(report.apply).splitlines())
        yield ""
    for group in report.common_causes:
        yield from _wrapped(f"{', '.join(group.services[:10])}: {tr_value(group.why)}", style, 0)
    if not quiet:
        yield _end(report, every=every)


def _is_asked(one: Diagnosis, report: DiagnosisReport) -> bool:
    """Whether a healthy Service is shown: git differs, or its advice fits the symptom that was named."""
    return bool(one.differences) or any(cause.name in report.fitting for cause in one.advice)


def _wrapped(text: str, style: Style, left: int) -> Iterator[str]:
    """Yield the rows of a text, indented."""
    for row in wrap(visible(text, style), max(40, style.width - left)):
        yield " " * left + row


def _labelled(label: str, text: str, style: Style) -> Iterator[str]:
    """Yield the rows of a text beside a label."""
    start = " " * _INDENT + padded(label, 6) + " "
    left = cells(start)
    rows = wrap(visible(text, style), max(40, style.width - left))
    yield paint(style, "faint", start) + rows[0]
    yield from (" " * left + row for row in rows[1:])


def _service(one: Diagnosis, report: DiagnosisReport, style: Style, *, every: bool) -> Iterator[str]:
    name = visible(one.name, style)
    line = visible(headline(one, report.cluster.now), style)
    yield paint(style, "strong", name) + "   " + line
    causes = one.causes if every else one.causes[:_MOST_CAUSES]
    for number, cause in enumerate(causes, 1):
        yield ""
        yield from _cause(cause, number, report, style)
    if not one.causes and one.state not in {HEALTHY, UNKNOWN}:
        yield from _wrapped(tr("nothing in this snapshot says why"), style, _INDENT)
    yield from _advice([cause for cause in one.advice if every or cause.name in report.fitting], report, style)
    if every:
        yield from _rule_findings(one, style)
        yield from _history(one, style)
    yield from _unknown(one, style, every=every)
    for difference in one.differences:
        where = f"{difference.object}, {difference.path}"
        yield from _labelled(tr("git"), f"{tr_value(difference.text)} \u00b7 {where}", style)


def _cause(cause: Cause, number: int, report: DiagnosisReport, style: Style) -> Iterator[str]:
    how = confidence(cause, number - 1)
    title = f"  {number}  {visible(cause.name, style)}"
    gap = max(2, min(style.width, 100) - cells(title) - cells(how))
    yield paint(style, "strong", title) + " " * gap + paint(style, "faint", how)
    yield from _wrapped(tr_value(cause.message), style, _INDENT)
    for seen in cause.evidence[:_MOST_EVIDENCE]:
        yield from _labelled(tr("seen"), seen_line(seen, report), style)
    if cause.ruled_out:
        yield from _labelled(tr("not"), tr(", ").join(cause.ruled_out), style)
    for do in cause.do:
        yield from _labelled(tr("do"), tr_value(do), style)
    if cause.rules and cause.rules != ("*",):
        yield from _labelled(tr("rule"), tr(", ").join(cause.rules[:4]), style)


def _advice(found: Iterable[Cause], report: DiagnosisReport, style: Style) -> Iterator[str]:
    for cause in found:
        yield ""
        yield paint(style, "note", f"  -  {visible(cause.name, style)}")
        yield from _wrapped(tr_value(cause.message), style, _INDENT)
        for seen in cause.evidence[:1]:
            yield from _labelled(tr("seen"), seen_line(seen, report), style)
        for do in cause.do:
            yield from _labelled(tr("do"), tr_value(do), style)


def _rule_findings(one: Diagnosis, style: Style) -> Iterator[str]:
    for finding in one.rule_findings:
        yield from _labelled(tr("rule"), f"{finding.rule} ({finding.severity}): {tr_value(finding.message)}", style)


def _history(one: Diagnosis, style: Style) -> Iterator[str]:
    for past in one.history:
        event = past.event
        yield from _labelled(
            tr("past"), remarked(f"{event.type} {event.reason}: {event.message}", tr_value(past.why)), style
        )


def _unknown(one: Diagnosis, style: Style, *, every: bool) -> Iterator[str]:
    wanted = one.unknown if every else _needed(one)
    if wanted:
        yield ""
    for fact in wanted:
        yield from _wrapped(f"{tr('not known')}   {fact.fact}: {tr_value(fact.matters)}", style, _INDENT)
        yield " " * (_INDENT + 7) + visible(tr_value(fact.command), style)


def _needed(one: Diagnosis) -> tuple[Unknown, ...]:
    """The facts that the causes ask for; all of them where there is no cause."""
    if one.state in {HEALTHY, FOREIGN, NOT_HANDLED}:
        return ()
    asked = {fact for cause in one.causes[:_MOST_CAUSES] for fact in cause.unknown}
    found = [fact for fact in one.unknown if fact.fact in asked]
    if not one.causes or one.state == UNKNOWN:
        found = list(one.unknown)
    return tuple(found[:_MOST_UNKNOWN])


def _table(ill: Iterable[Diagnosis], report: DiagnosisReport, style: Style) -> Iterator[str]:
    now = report.cluster.now
    heads = [tr("SERVICE"), tr("STATE"), tr("ADDRESS"), tr("LOAD BALANCER"), tr("SINCE")]
    rows = [[one.name, state_word(one), one.address, one.balancer, started(one, now)] for one in ill]
    shown = [[visible(cell, style) for cell in row] for row in (heads, *rows)]
    widths = [max(cells(row[column]) for row in shown) for column in range(len(heads))]
    for row in shown:
        yield "  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _healthy(found: list[Diagnosis], report: DiagnosisReport, style: Style) -> Iterator[str]:
    """Yield a line for each healthy Service, or one for all of them if they are many."""
    if len(found) >= _TABLE_FROM:
        yield tr("{count} healthy (--all lists them)", count=len(found))
        return
    for one in found:
        yield (
            paint(style, "strong", visible(one.name, style)) + "   " + visible(headline(one, report.cluster.now), style)
        )


def _end(report: DiagnosisReport, *, every: bool) -> str:
    hidden = sum(len(one.advice) + max(0, len(one.causes) - _MOST_CAUSES) for one in report.diagnoses)
    if every or not hidden:
        return total(report)
    more = ntr(
        "clblint diagnose --all shows {count} more remark.",
        "clblint diagnose --all shows {count} more remarks.",
        hidden,
    )
    summary = total(report)
    return f"{summary}{more}" if summary.endswith("\u3002") else f"{summary} {more}"
