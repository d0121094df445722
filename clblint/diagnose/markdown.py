"""The diagnosis as Markdown, for a ticket: a section for each Service that is not healthy."""

from __future__ import annotations

from clblint.diagnose.diagnosis import HEALTHY
from clblint.diagnose.wording import confidence, head, headline, problems, seen_line, total
from clblint.i18n.language import tr, tr_value
from clblint.report.markdown_text import escaped
from clblint.report.terminal import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause, Diagnosis
    from clblint.diagnose.report import DiagnosisReport
    from clblint.report.report import Style

_MOST_CAUSES, _MOST_EVIDENCE = 2, 3


def markdown_of(report: DiagnosisReport, style: Style, *, every: bool) -> Iterator[str]:
    """Yield the lines of the report; `every` shows all causes and advice, and healthy Services, too."""
    yield "# " + tr("Diagnosis of a snapshot")
    yield ""
    yield from (f"{escaped(line, style)}  " for line in head(report))
    yield from (f"- **{escaped(line, style)}**" for line in problems(report))
    for one in report.diagnoses:
        if every or one.state != HEALTHY:
            yield from _service(one, report, style, every=every)
    for group in report.common_causes:
        yield ""
        yield escaped(f"{', '.join(group.services[:10])}: {tr_value(group.why)}", style)
    if report.apply:
        yield from ("", "## " + tr("the next apply of the manifests:"), "", "```text")
        yield from (visible(line.replace("`", " "), style) for line in tr_value(report.apply).splitlines())
        yield "```"
    yield ""
    yield escaped(total(report), style)


def _service(one: Diagnosis, report: DiagnosisReport, style: Style, *, every: bool) -> Iterator[str]:
    yield ""
    yield f"## {escaped(one.name, style)}"
    yield ""
    yield escaped(headline(one, report.cluster.now), style)
    for number, cause in enumerate(one.causes if every else one.causes[:_MOST_CAUSES], 1):
        yield from _cause(cause, number, report, style)
    if every:
        for cause in one.advice:
            yield ""
            yield f"- **{escaped(cause.name, style)}**: {escaped(tr_value(cause.message), style)}"
    for difference in one.differences:
        yield f"- {tr('git')}: {escaped(tr_value(difference.text), style)} ({escaped(difference.path, style)})"
    if one.unknown and (one.causes or every):
        yield ""
        yield tr("Not known:")
        yield ""
        for fact in one.unknown[:_MOST_EVIDENCE]:
            matters, command = escaped(tr_value(fact.matters), style), _code(tr_value(fact.command))
            yield f"- {escaped(fact.fact, style)}: {matters} {command}"


def _cause(cause: Cause, number: int, report: DiagnosisReport, style: Style) -> Iterator[str]:
    yield ""
    yield f"### {number}. {escaped(cause.name, style)} ({escaped(confidence(cause, number - 1), style)})"
    yield ""
    yield escaped(tr_value(cause.message), style)
    yield ""
    for seen in cause.evidence[:_MOST_EVIDENCE]:
        yield f"- {tr('seen')}: {escaped(seen_line(seen, report), style)}"
    for do in cause.do:
        yield f"- {tr('do')}: {escaped(tr_value(do), style)}"
    if cause.rules and cause.rules != ("*",):
        yield f"- {tr('rule')}: {', '.join(f'`{rule}`' for rule in cause.rules[:4])}"


def _code(text: str) -> str:
    """A command as code; a backtick in it would end the code."""
    return f"`{' '.join(text.replace('`', ' ').split())}`"
