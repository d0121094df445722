"""Code Quality: what GitLab documents of the format, as a schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from clblint.report.fingerprint import finding_keys
from clblint.report.formats import gitlab
from clblint.source.place import Place, Span

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench

# https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "additionalProperties": False,
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": "^(/|[A-Za-z]:|\\./)"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "additionalProperties": False,
                        "properties": {
                            "begin": {"type": "integer", "minimum": 1},
                            "end": {"type": "integer", "minimum": 1},
                        },
                    },
                },
            },
        },
    },
}


def loaded(report: Report, style: Style) -> list[dict[str, Any]]:
    """Read a report as GitLab does: without a byte order mark."""
    issues: list[dict[str, Any]] = json.loads(gitlab.render(report, style).encode("ascii"))
    jsonschema.Draft202012Validator(SCHEMA).validate(issues)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    return issues


def test_valid(either: Report, plain: Style) -> None:
    assert len(loaded(either, plain)) == len(either.findings)


def test_empty_array_when_clean(clean: Report, plain: Style) -> None:
    assert gitlab.render(clean, plain) == "[]\n"


def test_issue(bench: Bench, plain: Style) -> None:
    bench.files["a b/支.yaml"] = "\n支付: on"
    finding = bench.finding(bench.at("a b/支.yaml", "on"), seen='event "no."', fix="drop it")
    assert loaded(bench.report(finding), plain) == [
        {
            "description": 'prod/Service/web: port 443 is decrypted twice. Symptom: event "no.". Fix: drop it.',
            "check_name": "tls-twice",
            "fingerprint": finding_keys([finding])[0],
            "severity": "major",
            "location": {"path": "a b/支.yaml", "lines": {"begin": 2, "end": 2}},
        }
    ]


@pytest.mark.parametrize(("ours", "theirs"), [("error", "major"), ("warning", "minor"), ("note", "info")])
def test_severity(bench: Bench, plain: Style, ours: str, theirs: str) -> None:
    report = bench.report(bench.finding(Place("a", Span(1, 1, 1, 2)), severity=ours))
    assert [issue["severity"] for issue in loaded(report, plain)] == [theirs]


def test_fingerprint_survives_moved_lines(bench: Bench, plain: Style) -> None:
    first, second = (bench.finding(Place("a", Span(line, 1, line, 2)), f"{line}") for line in (1, 2))
    prints = [loaded(bench.report(finding), plain)[0]["fingerprint"] for finding in (first, second)]
    assert prints[0] == prints[1]


def test_equal_findings_have_different_fingerprints(bench: Bench, plain: Style) -> None:
    finding = bench.finding(Place("a", Span(1, 1, 1, 2)))
    assert len(loaded(bench.report(finding, finding), plain)) == 2


def test_lines_of_a_longer_span(bench: Bench, plain: Style) -> None:
    report = bench.report(bench.finding(Place("a", Span(2, 3, 5, 1))))
    assert loaded(report, plain)[0]["location"]["lines"] == {"begin": 2, "end": 4}


def test_texts_are_shown_and_the_path_is_exact(bench: Bench, plain: Style, hostile: str) -> None:
    (issue,) = loaded(bench.report(bench.finding(Place(hostile, Span(1, 1, 1, 2)), "{v}", v=hostile)), plain)
    assert issue["description"].isprintable()
    path = issue["location"]["path"]
    path.encode()
    if all(char.isprintable() or char in "\t\r\n" for char in hostile):
        assert path == hostile


def test_path_counts_from_the_project(
    bench: Bench, plain: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deploy").mkdir()
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path / "deploy")
    report = bench.report(bench.finding(Place("a.yaml", Span(1, 1, 1, 2))))
    assert loaded(report, plain)[0]["location"]["path"] == "deploy/a.yaml"
