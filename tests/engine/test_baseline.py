"""A baseline: what was there is not reported, what is new is, and what is gone is told."""

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
metadata: {name: web}
spec: {type: LoadBalancer, selector: {app: web}, externalTrafficPolicy: Local, ports: [{port: 80}]}
"""
RULES = "local-without-wrr,public-by-default"
ARGUMENTS = ("--baseline", "known.json", "--format", "json", "--select", RULES)


@pytest.fixture
def project(run: Run, tmp_path: Path) -> Path:
    """A Service with two findings, which a baseline knows."""
    (tmp_path / "a.yaml").write_text(WEB)
    done = run("baseline", "known.json", "--select", RULES)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "known.json: 2 findings; 0 of other files or rules kept, 0 no longer found\n"
    return tmp_path


def found(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The rules and lines that are reported."""
    assert done.returncode in {0, 1}, done.stderr
    return [f"{row['path']}:{row['line']} {row['rule']}" for row in json.loads(done.stdout)["findings"]]


def summary(done: subprocess.CompletedProcess[str]) -> tuple[int, int]:
    """How many are in the baseline, and how many of it are gone."""
    told = json.loads(done.stdout)["summary"]
    return told["baselined"], told["gone"]


def test_what_is_known_is_not_reported(run: Run, project: Path) -> None:
    done = run(*ARGUMENTS, ".")
    assert (done.returncode, found(done), summary(done)) == (0, [], (2, 0))
    last = run("--baseline", "known.json", "--select", RULES, "--color", "never", cwd=project).stdout
    assert "nothing to report, 2 in the baseline (1 warning, 1 pedantic" in last


def test_the_file_is_read_by_people(project: Path) -> None:
    assert (project / "known.json").read_text() == (
        '{\n  "format": 1,\n  "findings": [\n'
        '    {"rule": "local-without-wrr", "object": "Service/web", "subject": "scheduler", "file": "a.yaml", '
        '"count": 1},\n'
        '    {"rule": "public-by-default", "object": "Service/web", "subject": "address-type", "file": "a.yaml", '
        '"count": 1}\n'
        "  ]\n}\n"
    )


def test_writing_again_changes_nothing(run: Run, project: Path) -> None:
    before = (project / "known.json").read_bytes()
    run("baseline", "known.json", "--select", RULES)
    assert (project / "known.json").read_bytes() == before


def test_edits_elsewhere_and_renamed_files_change_nothing(run: Run, project: Path) -> None:
    (project / "sub").mkdir()
    (project / "sub" / "b.yaml").write_text(f"# moved\n\n{WEB}")
    (project / "a.yaml").unlink()
    assert (found(run(*ARGUMENTS, ".")), summary(run(*ARGUMENTS, "."))) == ([], (2, 0))


def test_what_is_new_is_reported(run: Run, project: Path) -> None:
    (project / "b.yaml").write_text(WEB.replace("web", "api"))
    assert found(run(*ARGUMENTS, ".")) == ["b.yaml:3 public-by-default", "b.yaml:4 local-without-wrr"]


@pytest.mark.parametrize("name", ["0.yaml", "b.yaml"])
def test_an_equal_object_in_another_file_is_new(run: Run, project: Path, name: str) -> None:
    """It is the one in the other file that is reported, wherever that stands in the order."""
    (project / name).write_text(WEB)
    assert found(run(*ARGUMENTS, ".")) == [f"{name}:3 public-by-default", f"{name}:4 local-without-wrr"]


def test_multiplicities_count(run: Run, tmp_path: Path) -> None:
    """A name that is written twice is in the baseline twice."""
    twice = f"{WEB}---\n{WEB}"
    (tmp_path / "a.yaml").write_text(twice)
    run("baseline", "known.json", "--select", RULES)
    assert '"count": 2' in (tmp_path / "known.json").read_text()
    (tmp_path / "a.yaml").write_text(f"{twice}---\n{WEB}")
    assert found(run(*ARGUMENTS, ".")) == ["a.yaml:13 public-by-default", "a.yaml:14 local-without-wrr"]


def test_findings_that_no_longer_occur_are_reported_and_removed(run: Run, project: Path) -> None:
    (project / "a.yaml").write_text(WEB.replace("Local", "Cluster"))
    assert summary(run(*ARGUMENTS, ".")) == (1, 1)
    text = run("--baseline", "known.json", "--select", RULES, ".").stdout
    assert "1 entry of the baseline no longer occurs: clblint baseline FILE takes it out" in text
    done = run("baseline", "known.json", "--select", RULES)
    assert done.stdout == "known.json: 1 finding; 0 of other files or rules kept, 1 no longer found\n"
    assert summary(run(*ARGUMENTS, ".")) == (1, 0)


def test_only_what_a_run_looked_at_can_be_gone(run: Run, project: Path) -> None:
    """A run over other files, or with other rules, says nothing and takes nothing out."""
    (project / "a.yaml").write_text(WEB.replace("Local", "Cluster"))
    (project / "b.yaml").write_text(WEB.replace("web", "api"))
    arguments = ("--baseline", "known.json", "--format", "json", "--select")
    assert summary(run(*arguments, RULES, "b.yaml")) == (0, 0)
    assert summary(run(*arguments, "public-by-default", ".")) == (1, 0)
    assert run("baseline", "known.json", "--select", RULES, "b.yaml").returncode == 0
    files = [row["file"] for row in json.loads((project / "known.json").read_text())["findings"]]
    assert files == ["a.yaml", "a.yaml", "b.yaml", "b.yaml"]


def test_what_is_not_shown_is_not_gone(run: Run, project: Path) -> None:
    everything = run("baseline", "all.json", "--pedantic", ".").stdout
    before = (project / "all.json").read_text()
    assert run("baseline", "all.json", ".").stdout != everything  # says how many are kept
    assert (project / "all.json").read_text() == before
    (project / "a.yaml").write_text(WEB.replace("Local", "Cluster"))
    assert run("baseline", "all.json", ".").stdout.endswith(" 2 no longer found\n")


def test_the_help_names_no_option_that_is_refused(run: Run, project: Path) -> None:
    told = run("baseline", "--help", cwd=project).stdout
    assert "--pedantic" in told
    refused = ("--fix", "--unsafe-fixes", "--diff", "--add-ignore", "--format", "--fail-on ", "--show-suppressed")
    assert not [name for name in refused if name in told]


def test_a_file_that_was_deleted_is_gone(run: Run, project: Path) -> None:
    (project / "a.yaml").unlink()
    (project / "b.yaml").write_text("kind: A\n")
    assert summary(run(*ARGUMENTS, ".")) == (0, 2)


def test_a_baseline_in_another_folder(run: Run, project: Path) -> None:
    (project / "ci").mkdir()
    (project / "known.json").rename(project / "ci" / "known.json")
    run("baseline", "ci/known.json", "--select", RULES)
    rows = json.loads((project / "ci" / "known.json").read_text())["findings"]
    assert [row["file"] for row in rows] == ["../a.yaml", "../a.yaml"]
    (project / "a.yaml").write_text("kind: A\n")
    done = run("--baseline", "ci/known.json", "--format", "json", "--select", RULES, "a.yaml")
    assert summary(done) == (0, 2)


def test_findings_without_an_object(run: Run, tmp_path: Path) -> None:
    """What is about the file itself is known by the file."""
    (tmp_path / "a.yaml").write_text("kind: A\na: [1\n")
    run("baseline", "known.json")
    assert found(run("--baseline", "known.json", "--format", "json", ".")) == []
    (tmp_path / "a.yaml").rename(tmp_path / "b.yaml")
    assert found(run("--baseline", "known.json", "--format", "json", ".")) == ["b.yaml:2 yaml-syntax"]


def test_comments_go_before_the_baseline(run: Run, project: Path) -> None:
    (project / "a.yaml").write_text(f"# clblint: ignore-file[local-without-wrr] why\n{WEB}")
    done = run(*ARGUMENTS, ".")
    assert (found(done), summary(done)) == ([], (1, 1))


def test_sarif_says_that_it_is_external(run: Run, project: Path) -> None:
    arguments = ("--baseline", "known.json", "--select", RULES, "--format", "sarif", "--show-suppressed")
    log = json.loads(run(*arguments, ".", cwd=project).stdout)
    marks = [result["suppressions"] for result in log["runs"][0]["results"]]
    assert marks == [[{"kind": "external", "status": "accepted"}]] * 2


def test_a_known_finding_is_not_asked_for_a_reason(run: Run, project: Path) -> None:
    done = run("--baseline", "known.json", "--select", RULES, "--show-suppressed", ".", cwd=project)
    shown = [line.strip() for line in done.stdout.splitlines() if line.strip().startswith("suppressed")]
    assert len(shown) == 2
    assert all(line.endswith("(baseline)") for line in shown)


BROKEN = {
    "nothing": ("", "known.json:1:1: not JSON: "),
    "no JSON": ("{", "known.json:1:2: not JSON: "),
    "no text": ("\xff\xfe", "known.json: not JSON in UTF-8: "),
    "a list": ("[]", "known.json: not a baseline file: name another"),
    "other JSON": ('{"name": 1}', "known.json: not a baseline file: name another"),
    "another format": ('{"format": 2}', "known.json: format 2, and only 1 is known"),
    "no findings": ('{"format": 1}', "known.json: without a list of findings: name another"),
    "findings that are no list": ('{"format": 1, "findings": {}}', "known.json: without a list of findings"),
    "a finding that is none": ('{"format": 1, "findings": [1]}', "known.json: finding 1 is no object with"),
    "no count": (
        '{"format": 1, "findings": [{"rule": "a", "object": "", "subject": "", "file": "a", "count": 0}]}',
        "known.json: finding 1 is no object with",
    ),
    "deep": ("[" * 100_000, "known.json: not JSON"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_baseline_is_a_usage_error_and_stays(run: Run, tmp_path: Path, text: str, said: str) -> None:
    """One line and exit code 2; and it is not written over, whatever it is."""
    (tmp_path / "a.yaml").write_text(WEB)
    (tmp_path / "known.json").write_bytes(text.encode("latin-1"))
    for arguments in (("--baseline", "known.json", "."), ("baseline", "known.json", ".")):
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"clblint: baseline {said}")
        assert (tmp_path / "known.json").read_bytes() == text.encode("latin-1")


def test_a_missing_baseline_is_a_usage_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(WEB)
    done = run("--baseline", "known.json", ".")
    said = "baseline known.json: No such file or directory; clblint baseline known.json writes it"
    assert (done.returncode, done.stderr) == (2, f"clblint: {said}\n")


def test_a_manifest_is_not_taken_for_a_baseline(run: Run, tmp_path: Path) -> None:
    """Forgetting the name of the baseline costs nobody a manifest."""
    (tmp_path / "a.yaml").write_text(WEB)
    done = run("baseline", "a.yaml")
    assert (done.returncode, (tmp_path / "a.yaml").read_text()) == (2, WEB)


def test_names_in_chinese_are_readable(run: Run, tmp_path: Path) -> None:
    (tmp_path / "支付.yaml").write_text(WEB, encoding="utf-8")
    run("baseline", "known.json", "--select", RULES)
    assert '"file": "支付.yaml"' in (tmp_path / "known.json").read_text(encoding="utf-8")
