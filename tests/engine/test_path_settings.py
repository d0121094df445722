"""Settings for some paths or objects: what they leave out, select, raise, and when they end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from .conftest import Run

WEB = """\
apiVersion: v1
kind: Service
metadata: {name: NAME, namespace: shop}
spec: {type: LoadBalancer, selector: {app: NAME}, externalTrafficPolicy: Local, ports: [{port: 80}]}
"""
LOCAL = "local-without-wrr"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two folders with a Service each, which have the same faults."""
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.yaml").write_text(WEB.replace("NAME", folder))
    return tmp_path


def found(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The folder, the rule and the severity of each finding."""
    assert done.returncode in {0, 1}, done.stderr
    rows = json.loads(done.stdout)["findings"]
    return sorted(f"{row['path'].split('/')[0]} {row['rule']} {row['severity']}" for row in rows)


BOTH = [f"new {LOCAL} warning", f"old {LOCAL} warning"]
NEW = BOTH[:1]
# Settings, what is selected on the command line, and what is reported of the two rules.
HOLDS = {
    "ignore by path": ("{match: 'old/**', ignore: [local-without-wrr]}", [LOCAL], NEW),
    "ignore by a pattern without a slash": ("{match: old, ignore: [local-without-wrr]}", [LOCAL], NEW),
    "ignore by object": ("{object: shop/Service/old, ignore: [local-without-wrr]}", [LOCAL], NEW),
    "ignore by a glob of objects": ("{object: 'shop/*/o*', ignore: [local-without-wrr]}", [LOCAL], NEW),
    "object without its namespace": ("{object: Service/old, ignore: [local-without-wrr]}", [LOCAL], BOTH),
    "path and object, which do not meet": ("{match: new, object: shop/Service/old, ignore: [all]}", [LOCAL], BOTH),
    "ignore a pack": ("{match: old, ignore: [listeners]}", [LOCAL], NEW),
    "ignore a glob": ("{match: old, ignore: ['local-*']}", [LOCAL], NEW),
    "raise": ("{match: old, severity: {local-without-wrr: error}}", [LOCAL], [BOTH[0], f"old {LOCAL} error"]),
    "switch off": ("{match: old, severity: {local-without-wrr: off}}", [LOCAL], NEW),
    "a glob of severities": ("{match: old, severity: {'local-*': note}}", [LOCAL], [BOTH[0], f"old {LOCAL} note"]),
    "the last severity holds": (
        "{match: old, severity: {local-without-wrr: off}}, {match: '*.yaml', severity: {local-without-wrr: error}}",
        [LOCAL],
        [f"new {LOCAL} error", f"old {LOCAL} error"],
    ),
    "not ended": ("{match: old, ignore: [local-without-wrr], until: 2999-12-31}", [LOCAL], NEW),
    "ended": ("{match: old, ignore: [local-without-wrr], until: 2020-01-31}", [LOCAL], BOTH),
}


@pytest.mark.parametrize(("settings", "select", "reported"), HOLDS.values(), ids=HOLDS)
def test_path_settings_hold_below_their_path(
    run: Run, project: Path, settings: str, select: list[str], reported: list[str]
) -> None:
    """Each holds where it is for, with the cache as without."""
    (project / ".clblint.yaml").write_text(f"paths: [{settings}]\n")
    for options in (("--no-cache",), (), ()):
        assert found(run(*options, "--format", "json", "--select", ",".join(select), ".")) == reported


# Configuration, and what is reported of local-without-wrr and public-by-default without a selection given.
SELECTS = {
    "one path has other rules": (
        f"select: [{LOCAL}]\npaths: [{{match: old, select: [public-by-default]}}]\n",
        [f"new {LOCAL} warning", "old public-by-default pedantic"],
    ),
    "one path has all": (
        f"select: [{LOCAL}]\npaths: [{{match: old, select: [{LOCAL}, public-by-default]}}]\n",
        [f"new {LOCAL} warning", f"old {LOCAL} warning", "old public-by-default pedantic"],
    ),
    "off everywhere, on in one path": (
        f"select: [{LOCAL}]\nseverity: {{{LOCAL}: off}}\npaths: [{{match: old, severity: {{{LOCAL}: error}}}}]\n",
        [f"old {LOCAL} error"],
    ),
}


@pytest.mark.parametrize(("config", "reported"), SELECTS.values(), ids=SELECTS)
def test_path_settings_select_rules(run: Run, project: Path, config: str, reported: list[str]) -> None:
    (project / ".clblint.yaml").write_text(config)
    for _ in range(2):
        assert found(run("--format", "json", ".")) == reported


def test_the_command_line_selects_before_paths_do(run: Run, project: Path) -> None:
    (project / ".clblint.yaml").write_text("paths: [{match: old, select: [public-by-default]}]\n")
    assert found(run("--format", "json", "--select", LOCAL, ".")) == BOTH


def test_what_is_ignored_is_counted_and_shown(run: Run, project: Path) -> None:
    (project / ".clblint.yaml").write_text(
        f"paths: [{{match: old, ignore: [{LOCAL}], reason: retired, until: 2999-01-01}}]\n"
    )
    done = run("--format", "json", "--show-suppressed", "--select", LOCAL, ".")
    (one,) = json.loads(done.stdout)["suppressed"]
    assert (one["suppressedBy"], one["reason"]) == ("setting", "retired")
    log = json.loads(run("--format", "sarif", "--show-suppressed", "--select", LOCAL, ".").stdout)
    marks = [result.get("suppressions") for result in log["runs"][0]["results"]]
    assert marks == [None, [{"kind": "external", "status": "accepted", "justification": "retired"}]]
    assert run("--select", LOCAL, ".").stdout.splitlines()[-1].endswith(", 1 suppressed")


def test_a_comment_counts_as_used_where_a_setting_ignores_too(run: Run, project: Path) -> None:
    path = project / "old" / "a.yaml"
    path.write_text(f"# clblint: ignore-file[{LOCAL}] why\n{path.read_text()}")
    (project / ".clblint.yaml").write_text(f"paths: [{{match: old, ignore: [{LOCAL}]}}]\n")
    assert found(run("--format", "json", "--select", f"{LOCAL},suppressions", ".")) == NEW


def test_a_comment_is_not_judged_where_its_rule_is_off(run: Run, project: Path) -> None:
    path = project / "old" / "a.yaml"
    path.write_text(f"# clblint: ignore-file[{LOCAL}] why\n{path.read_text()}")
    (project / ".clblint.yaml").write_text(f"paths: [{{match: old, severity: {{{LOCAL}: off}}}}]\n")
    assert found(run("--format", "json", "--select", f"{LOCAL},suppressions", ".")) == NEW


def test_standard_input_has_the_path_that_it_is_given(run: Run, project: Path) -> None:
    (project / ".clblint.yaml").write_text(f"paths: [{{match: charts/, ignore: [{LOCAL}]}}]\n")
    arguments = ("--format", "json", "--select", LOCAL, "--stdin-filename")
    assert found(run(*arguments, "charts/a.yaml", "-", stdin=WEB)) == []
    assert found(run(*arguments, "other/a.yaml", "-", stdin=WEB)) == [f"other {LOCAL} warning"]


def test_a_rendered_chart_has_the_paths_of_its_templates(run: Run, project: Path) -> None:
    (project / ".clblint.yaml").write_text(f"paths: [{{match: shop/templates/, ignore: [{LOCAL}]}}]\n")
    stream = "".join(f"---\n# Source: {name}/templates/a.yaml\n{WEB.replace('NAME', name)}" for name in ("shop", "api"))
    done = run("--format", "json", "--select", LOCAL, "-", stdin=stream)
    assert [one["object"] for one in json.loads(done.stdout)["findings"]] == ["shop/Service/api"]


def test_paths_are_those_beside_the_configuration(run: Run, project: Path) -> None:
    (project / ".git").mkdir()
    (project / ".clblint.yaml").write_text(f"paths: [{{match: /old/a.yaml, ignore: [{LOCAL}]}}]\n")
    done = run("--format", "json", "--select", LOCAL, ".", cwd=project / "old")
    assert found(done) == []


def test_a_setting_that_has_ended_is_a_finding(run: Run, project: Path) -> None:
    text = f"paths:\n- {{match: old, ignore: [{LOCAL}], reason: in winter, until: 2020-01-31}}\n"
    (project / ".clblint.yaml").write_text(text)
    done = run("--format", "concise", "--select", f"{LOCAL},expired-setting", ".")
    (line,) = [line for line in done.stdout.splitlines() if "expired-setting" in line]
    column = text.splitlines()[1].index("2020") + 1
    assert line == (
        f".clblint.yaml:2:{column}: warning expired-setting: "
        "the setting for old ended on 2020-01-31 and is left out (in winter)"
    )
    assert done.returncode == 1


# A configuration, and what is said of it.
WRONG = {
    "select": ("select: [nope]", "1:10: no rule or pack is called nope"),
    "ignore": ("ignore: [local-without-wr]", f"1:10: no rule or pack is called local-without-wr; nearest: {LOCAL}"),
    "severity": (
        "severity: {local-without-wr: error}",
        f"1:12: no rule or pack is called local-without-wr; nearest: {LOCAL}",
    ),
    "a glob of severities": ("severity: {'nope-*': error}", "1:12: no rule or pack is called nope-*"),
    "paths, ignore": ("paths: [{match: a, ignore: [nope]}]", "1:29: no rule or pack is called nope"),
    "paths, select": ("paths: [{match: a, select: [nope]}]", "1:29: no rule or pack is called nope"),
    "paths, severity": ("paths: [{match: a, severity: {nope: note}}]", "1:31: no rule or pack is called nope"),
    "paths, an unknown key": ("paths: [{match: a, ignroe: [all]}]", "1:20: no such setting: ignroe; nearest: ignore"),
    "paths, an unknown level": (
        "paths: [{match: a, severity: {yaml-syntax: eror}}]",
        "1:44: paths.0.severity.yaml-syntax: eror is not one of error, warning, note, pedantic, off; nearest: error",
    ),
    "paths, for nothing": ("paths: [{ignore: [all]}]", "1:9: paths.0: needs match or object"),
    "paths, without effect": ("paths: [{match: a}]", "1:9: paths.0: needs ignore or select or severity"),
    "no day": (
        "paths: [{match: a, ignore: [all], until: 2027-02-29}]",
        "1:42: until: 2027-02-29 is not a date (YYYY-MM-DD)",
    ),
    "no date": ("paths: [{match: a, ignore: [all], until: soon}]", "1:42: paths.0.until: soon is not a day such as"),
    "an unknown key": ("selct: []", "1:1: no such setting: selct; nearest: select"),
    "an unknown key that is like none": ("baseline: x", "1:1: no such setting: baseline; known: extends, cluster, "),
    "an unknown value": ("fail-on: eror", "1:10: fail-on: eror is not one of error, warning, note, never"),
    "no list": ("ignore: all", "1:9: ignore: write a list: [all]"),
}


@pytest.mark.parametrize(("config", "said"), WRONG.values(), ids=WRONG)
def test_wrong_path_settings_give_their_place_and_exit_code_2(run: Run, project: Path, config: str, said: str) -> None:
    """One line with the place and the nearest name, and exit code 2, every time."""
    (project / ".clblint.yaml").write_text(config + "\n")
    for _ in range(2):
        done = run(".")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"clblint: .clblint.yaml:{said}")
        assert done.stderr.count("\n") == 1


def test_a_wrong_name_on_the_command_line_has_no_place(run: Run, project: Path) -> None:
    (project / ".clblint.yaml").write_text("paths: [{match: a, ignore: [all]}]\n")
    done = run("--select", "unheard-of", ".")
    assert done.stderr == "clblint: no rule or pack is called unheard-of (clblint rules lists them)\n"


SHARED = """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Service
  metadata: {name: one, namespace: shop}
  spec: &spec {type: LoadBalancer, selector: {app: web}, externalTrafficPolicy: Local, ports: [{port: 80}]}
- apiVersion: v1
  kind: Service
  metadata: {name: two, namespace: shop}
  spec: *spec
"""


@pytest.mark.parametrize(("name", "left"), [("none", ["one", "two"]), ("one", ["two"]), ("two", ["one"])])
def test_what_objects_share_is_a_finding_of_each(run: Run, project: Path, name: str, left: list[str]) -> None:
    """One that is ignored hides nothing of another with the same text."""
    (project / "shared.yaml").write_text(SHARED)
    (project / ".clblint.yaml").write_text(f"paths: [{{object: shop/Service/{name}, ignore: [{LOCAL}]}}]\n")
    rows = json.loads(run("--format", "json", "--select", LOCAL, "shared.yaml").stdout)["findings"]
    assert [row["object"] for row in rows] == [f"shop/Service/{name}" for name in left]
