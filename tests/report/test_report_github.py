"""Workflow commands: escaped as GitHub's own library does it, and no more than the runner keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from clblint.report.formats import github
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from clblint.lint.finding import Finding
    from clblint.report.report import Style
    from tests.report.conftest import Bench

KINDS = {"error": "error", "warning": "warning", "note": "notice"}


def finding(
    bench: Bench, path: str = "a.yaml", span: tuple[int, int, int, int] = (1, 1, 1, 2), **given: str
) -> Finding:
    return bench.finding(Place(path, Span(*span)), "{v}", (), **{"name": "", "v": "x", **given})


def test_command(bench: Bench, plain: Style) -> None:
    bench.files["a.yaml"] = "支😀付: on"
    report = bench.report(bench.finding(bench.at("a.yaml", "on"), seen='event "no"', fix="drop it"))
    assert github.render(report, plain) == (
        "::error title=clblint tls-twice,file=a.yaml,line=1,endLine=1,col=6,endColumn=8"
        '::prod/Service/web: port 443 is decrypted twice%0ASymptom: event "no"%0AFix: drop it\n'
    )


def test_nothing_when_clean(bench: Bench, plain: Style) -> None:
    assert github.render(bench.report(), plain) == ""


class Told(NamedTuple):
    """What GitHub's library is given, and the command that it wrote."""

    kind: str
    path: str
    value: str
    command: str


# recorded from @actions/core 3.0.1
RECORDED = {
    "plain": Told("error", "a.yaml", "x", "::error title=clblint r,file=a.yaml,line=1,endLine=1,col=1,endColumn=2::x"),
    "everything": Told(
        "note",
        "支 付/100%:443,\r\n%0A::.yaml",
        "50%, a:b::c %0A 支付😀",
        "::notice title=clblint r,file=支 付/100%25%3A443%2C%0D%0A%250A%3A%3A.yaml,line=1,endLine=1,col=1,endColumn=2"
        "::50%25, a:b::c %250A 支付😀",
    ),
    "several lines": Told(
        "warning", "a.yaml", "x", "::warning title=clblint r,file=a.yaml,line=1,endLine=1,col=1,endColumn=2::x%0AFix: y"
    ),
}


@pytest.mark.parametrize("told", RECORDED.values(), ids=RECORDED)
def test_escaping_as_recorded(bench: Bench, plain: Style, told: Told) -> None:
    fix = "y" if "Fix" in told.command else ""
    report = bench.report(finding(bench, told.path, rule="r", severity=told.kind, v=told.value, fix=fix))
    assert github.render(report, plain) == told.command + "\n"


@pytest.mark.parametrize("told", RECORDED.values(), ids=RECORDED)
def test_escaping_is_that_of_the_toolkit(in_node: Callable[[str, str, object], str], told: Told) -> None:
    message = told.value + ("\nFix: y" if "Fix" in told.command else "")
    place = {"startLine": 1, "endLine": 1, "startColumn": 1, "endColumn": 2}
    given = [KINDS[told.kind], message, {"title": "clblint r", "file": told.path, **place}]
    written = in_node("@actions/core/lib/core.js", "foreign[given[0]](given[1], given[2]);", given)
    assert written == told.command + "\n"


def test_one_line_each_without_controls(bench: Bench, plain: Style, hostile: str) -> None:
    report = bench.report(finding(bench, hostile, v=hostile, fix=hostile, rule=hostile, name=hostile))
    (line,) = github.render(report, plain).splitlines()
    assert line.replace("\t", "").isprintable()
    assert line.startswith("::error title=clblint ")


def test_terminal_without_unicode(bench: Bench, plain: Style) -> None:
    report = bench.report(finding(bench, "支.yaml", v="付"))
    assert github.render(report, plain._replace(unicode=False)).isascii()


SPANS = {
    "within a line": ((2, 3, 2, 5), "line=2,endLine=2,col=3,endColumn=5"),
    "a point": ((2, 3, 2, 3), "line=2,endLine=2,col=3,endColumn=3"),
    "several lines have no columns": ((2, 3, 4, 5), "line=2,endLine=4"),
    "up to the beginning of a line": ((2, 3, 4, 1), "line=2,endLine=3"),
    "a whole line": ((2, 1, 3, 1), "line=2,endLine=2"),
}


@pytest.mark.parametrize(("span", "written"), SPANS.values(), ids=SPANS)
def test_span(bench: Bench, plain: Style, span: tuple[int, int, int, int], written: str) -> None:
    assert f"file=a.yaml,{written}::" in github.render(bench.report(finding(bench, span=span)), plain)


def test_worst_first_then_in_the_order_of_the_report(bench: Bench, plain: Style) -> None:
    given = [("n", "note"), ("e1", "error"), ("w", "warning"), ("e2", "error")]
    report = bench.report(*(finding(bench, v=name, severity=severity) for name, severity in given))
    lines = github.render(report, plain).splitlines()
    assert [line.rpartition("::")[2] for line in lines] == ["e1", "e2", "w", "n"]


# how many errors, warnings and notes there are, and the last line
MORE = {
    "all that fit": ((10, 10, 10), None),
    "one too many": ((11, 0, 0), "1 more finding (1 error): "),
    "of two kinds": ((12, 10, 13), "5 more findings (2 errors, 3 notes): "),
}


@pytest.mark.parametrize(("counts", "last"), MORE.values(), ids=MORE)
def test_no_more_than_the_runner_keeps(
    bench: Bench, plain: Style, counts: tuple[int, int, int], last: str | None
) -> None:
    findings = [finding(bench, severity=name) for name, count in zip(KINDS, counts, strict=True) for _ in range(count)]
    lines = github.render(bench.report(*findings), plain).splitlines()
    if last:
        assert lines.pop().startswith(last)
    for kind, count in zip(KINDS.values(), counts, strict=True):
        assert sum(line.startswith(f"::{kind} ") for line in lines) == min(count, 10)
    assert all(line.startswith("::") for line in lines)


PATHS = {
    "at the root": (".", "a.yaml", "a.yaml"),
    "below it": ("deploy", "a.yaml", "deploy/a.yaml"),
    "up again": ("deploy", "../a.yaml", "a.yaml"),
    "outside": ("deploy", "../../a.yaml", "../../a.yaml"),
    "run outside": ("..", "a.yaml", "a.yaml"),
}


@pytest.mark.parametrize(("folder", "path", "written"), PATHS.values(), ids=PATHS)
def test_path_counts_from_the_workspace(  # noqa: PLR0913, PLR0917 - pytest gives by name
    bench: Bench, plain: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, path: str, written: str
) -> None:
    root = tmp_path / "repository"
    (root / "deploy").mkdir(parents=True)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(root))
    monkeypatch.chdir(root / folder)
    assert f"file={written},line" in github.render(bench.report(finding(bench, path)), plain)


def test_absolute_path_in_the_workspace(
    bench: Bench, plain: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    report = bench.report(finding(bench, (tmp_path.resolve() / "a.yaml").as_posix()))
    assert "file=a.yaml,line" in github.render(report, plain)
