"""The last lines of the text report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.lint.severity import Severity
from clblint.report.formats import text as plain_text
from clblint.report.report import Summary
from clblint.report.tally import tally
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from clblint.report.report import Style
    from tests.report.conftest import Bench

E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE
READ = Summary(files=3, services=12, balancers=4, workloads=0, templates=(), not_ours=0)

# severities of the findings (each in a file of its own name), the summary, and the first line
VERDICTS = {
    "clean": ("", READ, "12 Services read, 4 become a CLB: nothing to report"),
    "one Service": ("", READ._replace(services=1, balancers=1), "1 Service read, 1 becomes a CLB: nothing to report"),
    "no Service": ("", READ._replace(services=0), "3 files read, no Service among them: nothing to report"),
    "NLBs": (
        "",
        READ._replace(nlbs=2, not_ours=1),
        "12 Services read, 4 become a CLB, 2 become an NLB, 1 handled by another controller: nothing to report",
    ),
    "not ours": (
        "",
        READ._replace(not_ours=2),
        "12 Services read, 4 become a CLB, 2 handled by another controller: nothing to report",
    ),
    "suppressed": (
        "",
        READ._replace(suppressed=2),
        "12 Services read, 4 become a CLB: nothing to report, 2 suppressed",
    ),
    "plural and singular": ("EEEW", READ, "3 errors, 1 warning in 2 files (12 Services read, 4 become a CLB)"),
    "notes are counted": ("NN", READ, "2 notes in 1 file (12 Services read, 4 become a CLB)"),
    "findings and suppressed": (
        "W",
        READ._replace(suppressed=1),
        "1 warning in 1 file (12 Services read, 4 become a CLB), 1 suppressed",
    ),
}


@pytest.mark.parametrize(("found", "summary", "line"), VERDICTS.values(), ids=VERDICTS)
def test_verdict(bench: Bench, found: str, summary: Summary, line: str) -> None:
    levels = {"E": "error", "W": "warning", "N": "note"}
    findings = [bench.finding(Place(letter, Span(1, 1, 1, 1)), severity=levels[letter]) for letter in found]
    assert tally(bench.report(*findings, summary=summary))[0] == line


TEMPLATES = {
    1: "1 unrendered template was not checked: t0 (render them: helm template ... | clblint -)",
    2: "2 unrendered templates were not checked: t0, t1 (render them: helm template ... | clblint -)",
    5: "5 unrendered templates were not checked: t0, t1, t2 and 2 more (render them: helm template ... | clblint -)",
}


@pytest.mark.parametrize(("count", "line"), TEMPLATES.items())
def test_templates(bench: Bench, count: int, line: str) -> None:
    summary = READ._replace(templates=tuple(f"t{number}" for number in range(count)))
    assert tally(bench.report(summary=summary))[1:] == [line]


def test_checks_that_waited(bench: Bench) -> None:
    summary = READ._replace(waiting=(("ccm-version", 2), ("vpc-id", 1)))
    assert tally(bench.report(summary=summary))[1:] == [
        "3 checks waited for facts about the cluster: ccm-version (2), vpc-id (1) (declare them in .clblint.yaml)"
    ]


def test_what_the_baseline_keeps_out(bench: Bench) -> None:
    summary = READ._replace(suppressed=1, baselined=(("error", 1), ("note", 2)), gone=2)
    assert tally(bench.report(summary=summary)) == [
        "12 Services read, 4 become a CLB: nothing to report, 1 suppressed, 3 in the baseline (1 error, 2 notes)",
        "2 entries of the baseline no longer occur: clblint baseline FILE takes them out",
    ]


HIDDEN = {
    "advice": ((("pedantic", 23),), "23 pedantic findings not shown (--pedantic)"),
    "one": ((("pedantic", 1),), "1 pedantic finding not shown (--pedantic)"),
    "by severity": (
        (("warning", 2), ("note", 1), ("pedantic", 3)),
        "2 warnings, 1 note, 3 pedantic findings not shown (--min-severity)",
    ),
}


@pytest.mark.parametrize(("hidden", "line"), HIDDEN.values(), ids=HIDDEN)
def test_what_is_too_low_to_be_shown(bench: Bench, hidden: tuple[tuple[str, int], ...], line: str) -> None:
    assert tally(bench.report(summary=READ._replace(hidden=hidden)))[1:] == [line]


LIMITS = [(N, W, True), (W, E, True), (W, W, False), (E, W, False), (E, None, False)]


@pytest.mark.parametrize(("found", "limit", "said"), LIMITS)
def test_findings_that_do_not_fail_the_run(
    bench: Bench, found: Severity, limit: Severity | None, *, said: bool
) -> None:
    report = bench.report(bench.finding(Place("a", Span(1, 1, 1, 1)), severity=found.label), fail_on=limit)
    assert any("none of them is at or above --fail-on" in line for line in tally(report)) is said


def test_summary_is_wrapped_and_escaped(bench: Bench, plain: Style) -> None:
    report = bench.report(summary=READ._replace(templates=("charts/\x1b.yaml",)))
    lines = plain_text.render(report, plain._replace(width=60)).splitlines()
    assert lines[1].endswith(r"charts/\x1b.yaml")
    assert lines[2] == "(render them: helm template ... | clblint -)"
