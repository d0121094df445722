"""JUnit, as a library reads it that many pipelines use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from junitparser import Attr, Error, Failure, IntAttr, JUnitXml, Skipped, TestCase, TestSuite

from clblint.lint.severity import Severity
from clblint.report.formats import junit
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench


class Case(TestCase):
    """A case with the attributes that not every dialect has."""

    __test__ = False
    file = Attr()
    line = IntAttr()


def _case(case: TestCase) -> Case:
    read = Case.fromelem(case)  # type: ignore[no-untyped-call]
    assert isinstance(read, Case)
    return read


def suites(report: Report, style: Style) -> dict[str, list[Case]]:
    """Read a report; its counts are those that the library counts itself."""
    read = JUnitXml.fromstring(junit.render(report, style).encode("ascii"))
    stated = (read.tests, read.failures, read.errors, read.skipped)
    read.update_statistics()  # type: ignore[no-untyped-call]
    assert stated == (read.tests, read.failures, read.errors, read.skipped)
    found: dict[str, list[Case]] = {}
    for suite in read:
        assert isinstance(suite, TestSuite)
        stated = (suite.tests, suite.failures, suite.errors, suite.skipped)
        suite.update_statistics()  # type: ignore[no-untyped-call]
        assert stated == (suite.tests, suite.failures, suite.errors, suite.skipped)
        found[suite.name] = [_case(case) for case in suite]
    return found


def test_finding(bench: Bench, plain: Style) -> None:
    bench.files = {"a.yaml": "\n支😀付: on", "b.yaml": "x"}
    because = [(bench.at("b.yaml", "x"), "because of {port}")]
    finding = bench.finding(bench.at("a.yaml", "on"), because=because, seen="a 400", fix="mend it")
    ((name, (case,)),) = suites(bench.report(finding), plain).items()
    assert (name, case.classname, case.file, case.line) == ("a.yaml", "a.yaml", "a.yaml", 2)
    assert case.name == "tls-twice, prod/Service/web, port 443"
    (failure,) = case.result
    assert isinstance(failure, Failure)
    assert (failure.type, failure.message) == ("error", "prod/Service/web: port 443 is decrypted twice")
    assert failure.text == (
        "a.yaml:2:6\nprod/Service/web: port 443 is decrypted twice\nSymptom: a 400\nFix: mend it\n"
        "b.yaml:1:1: because of 443"
    )


def test_a_suite_for_each_file_and_a_passing_case_for_a_clean_one(bench: Bench, plain: Style) -> None:
    findings = [bench.finding(Place(path, Span(1, 1, 1, 2))) for path in ("b.yaml", "b.yaml", "c.yaml")]
    summary = bench.report().summary._replace(paths=("a.yaml", "b.yaml"))
    read = suites(bench.report(*findings, summary=summary), plain)
    assert {name: [len(case.result) for case in cases] for name, cases in read.items()} == {
        "a.yaml": [0],
        "b.yaml": [1, 1],
        "c.yaml": [1],
    }


def test_clean_run_is_not_empty(clean: Report, plain: Style) -> None:
    ((case,),) = suites(clean, plain).values()
    assert (case.name, case.is_passed) == ("nothing to report", True)


def test_what_broke_is_an_error(bench: Bench, plain: Style) -> None:
    ((case,),) = suites(bench.report(errors=("rule x broke",)), plain).values()
    (error,) = case.result
    assert isinstance(error, Error)
    assert error.message == "rule x broke"


def test_names_of_equal_findings_differ(bench: Bench, plain: Style) -> None:
    finding = bench.finding(Place("a.yaml", Span(1, 1, 1, 2)), name="")
    ((first, second),) = suites(bench.report(finding, finding), plain).values()
    assert (first.name, second.name) == ("tls-twice, port 443", "tls-twice, port 443 (2)")


@pytest.mark.parametrize("severity", ["error", "warning"])
def test_a_finding_fails_with_its_severity(bench: Bench, plain: Style, severity: str) -> None:
    ((case,),) = suites(bench.report(bench.finding(Place("a", Span(1, 1, 1, 2)), severity=severity)), plain).values()
    assert [(type(result), result.type) for result in case.result] == [(Failure, severity)]


@pytest.mark.parametrize(
    ("limit", "severity", "fails"),
    [
        (Severity.WARNING, "note", False),
        (Severity.WARNING, "pedantic", False),
        (Severity.NOTE, "note", True),
        (Severity.NOTE, "pedantic", False),
        (Severity.ERROR, "warning", False),
        (None, "error", False),
    ],
)
def test_what_the_exit_code_lets_pass_is_skipped(
    bench: Bench, plain: Style, limit: Severity | None, severity: str, *, fails: bool
) -> None:
    found = bench.finding(Place("a", Span(1, 1, 1, 2)), severity=severity)
    ((case,),) = suites(bench.report(found)._replace(fail_on=limit), plain).values()
    (result,) = case.result
    assert type(result) is (Failure if fails else Skipped)
    assert fails or result.message.startswith(f"{severity}. a:1:1. ")


def test_hostile_texts(bench: Bench, plain: Style, hostile: str) -> None:
    finding = bench.finding(Place(hostile, Span(1, 1, 1, 2)), "{v}", v=hostile, rule=hostile, name=hostile, fix=hostile)
    summary = bench.report().summary._replace(paths=(f"clean {hostile}",))
    read = suites(bench.report(finding, summary=summary, errors=(hostile,)), plain)
    _, path, _ = read
    (case,) = read[path]
    (failure,) = case.result
    shown = hostile.encode("unicode_escape").decode() if not hostile.isprintable() else hostile
    assert failure.message == f"{shown}: {shown}"
    assert failure.text is not None
    assert failure.text.endswith(f"\nFix: {shown}")
    if all(char.isprintable() or char in "\t\r\n" for char in hostile):
        assert (path, case.classname, case.file) == (hostile, hostile, hostile)


def test_rich(rich: Report, plain: Style) -> None:
    assert list(suites(rich, plain)) == ["a b/支付.yaml", "c#%.yaml", "clblint"]
