"""JUnit's XML as Jenkins, GitLab and Azure DevOps read it: a suite for each file, a case for each finding.

A file without findings is one case that passes, so that the report of a clean run is not empty. Findings below
`--fail-on` are skipped cases: a failure would fail a build for which the exit code is 0. Servers identify a case by its
class and its name, so names are unique and contain no line number.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.report.report import PLAIN
from clblint.report.terminal import guarded, guarded_path, visible
from clblint.report.wording import all_texts, as_paragraph, headline, sentence
from clblint.report.xml_text import HEAD, element, escaped, in_pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from clblint.lint.finding import Finding
    from clblint.report.report import Report, Style
    from clblint.source.place import Place

_CLEAN = "nothing to report"
_TOOL = "clblint"


class _Suite(NamedTuple):
    """The cases of a file, which are made when they are written, and the numbers of them."""

    name: str
    cases: Iterable[str]
    tests: int
    failures: int = 0
    skipped: int = 0
    errors: int = 0


def render(report: Report, style: Style) -> str:
    """The document, with a suite for each file that was checked."""
    return "".join(pieces(report, style))


def pieces(report: Report, _style: Style) -> Iterator[str]:
    """Yield the document."""
    suites = list(_suites(report))
    children = (
        in_pieces("testsuite", {"name": suite.name, **_counts([suite])}, ([case] for case in suite.cases))
        for suite in suites
    )
    yield HEAD
    yield from in_pieces("testsuites", {"name": _TOOL, **_counts(suites)}, children)
    yield "\n"


def _counts(suites: Iterable[_Suite]) -> dict[str, object]:
    rows = ((suite.tests, suite.failures, suite.errors, suite.skipped) for suite in suites)
    tests, failures, errors, skipped = map(sum, zip(*rows, strict=True))
    return {"tests": tests, "failures": failures, "errors": errors, "skipped": skipped, "time": 0}


def _suites(report: Report) -> Iterator[_Suite]:
    by_path: dict[str, list[Finding]] = {path: [] for path in report.summary.paths}
    for finding in report.findings:
        by_path.setdefault(report.own_path(finding.path), []).append(finding)
    for path, findings in by_path.items():
        failing = sum(map(_fails_in(report), findings))
        cases = _cases(path, findings, _fails_in(report)) if findings else [_case(path, _CLEAN, {"file": path})]
        yield _Suite(path, cases, max(len(findings), 1), failures=failing, skipped=len(findings) - failing)
    if report.errors:
        broken = [_internal_error(number, text) for number, text in enumerate(report.errors, 1)]
        yield _Suite(_TOOL, broken, len(broken), errors=len(broken))
    elif not by_path:
        yield _Suite(_TOOL, [_case(_TOOL, _CLEAN, {})], 1)


def _fails_in(report: Report) -> Callable[[Finding], bool]:
    limit = report.fail_on
    return lambda finding: limit is not None and finding.severity >= limit


def _cases(path: str, findings: Iterable[Finding], fails: Callable[[Finding], bool]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for finding in findings:
        name = visible(", ".join(filter(None, (finding.rule, finding.object, finding.subject))), PLAIN)
        seen[name] = number = seen.get(name, 0) + 1
        place = {"file": path, "line": finding.place.span.line}
        outcome = _failure(finding) if fails(finding) else _skipped(finding)
        yield _case(path, name if number == 1 else f"{name} ({number})", place, outcome)


def _failure(finding: Finding) -> str:
    rows = [_where(finding.place), *all_texts(finding)]
    rows += [f"{_where(label.place)}: {sentence(label.text)}" for label in finding.because]
    attributes = {"type": finding.severity.label, "message": visible(headline(finding), PLAIN)}
    return element("failure", attributes, "\n".join(escaped(guarded(visible(row, PLAIN))) for row in rows))


def _skipped(finding: Finding) -> str:
    rows = [finding.severity.label, _where(finding.place), *all_texts(finding)]
    return element("skipped", {"message": visible(as_paragraph(rows), PLAIN)})


def _where(place: Place) -> str:
    return f"{guarded_path(place.path)}:{place.span.line}:{place.span.column}"


def _internal_error(number: int, text: str) -> str:
    error = element("error", {"type": "internal", "message": visible(text, PLAIN)})
    return _case(_TOOL, f"internal error {number}", {}, error)


def _case(path: str, name: str, place: Mapping[str, object], content: str = "") -> str:
    return element("testcase", {"name": name, "classname": path, **place, "time": 0}, content)
