"""Pedantic findings that no report shows are only counted: their number, and all else that is said, is the same."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from clblint.engine import counted_advice, file_check, worker
from clblint.run.lint_pass import LintPass

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from clblint.source.text import Source

    Report: TypeAlias = Callable[..., str]

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer"
EDGES = Path(__file__).parents[1] / "rules" / "edges"
ADVICE = "delete-protection-off"
SERVICE = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {KEY}-address-type: intranet
    {KEY}-delete-protection: "off"
    {KEY}-master-zoneid: ""
spec: {{type: LoadBalancer, externalTrafficPolicy: Local, selector: {{app: web}}, ports: [{{port: 80}}]}}
"""
DEPLOYMENT = """\
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
"""
NODE_PORT = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}
"""


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Report:
    """What clblint prints in a folder with a Service, by its options."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / "a.yaml").write_text(SERVICE)

    def run(*options: str) -> str:
        main([*options])
        shown = capsys.readouterr()
        return shown.out + shown.err

    return run


def _pedantic(report: str) -> int:
    return sum(found["severity"] == "pedantic" for found in json.loads(report)["findings"])


def _hidden(report: str) -> int:
    return int(json.loads(report)["summary"]["hidden"].get("pedantic", 0))


def _list_of(*items: str) -> str:
    return "apiVersion: v1\nkind: List\nitems:\n" + "".join(f"- {item}\n" for item in items)


IN_FLOW = (
    '{apiVersion: v1, kind: Service, metadata: {name: web, namespace: %s, annotations: {%s-delete-protection: "off"}}, '
    "spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}}"
)
TEXTS = {
    "one": SERVICE,
    "two": SERVICE + "---\n" + SERVICE.replace("name: web", "name: api"),
    "the same twice": _list_of(f"&one {IN_FLOW % ('a', KEY)}", "*one"),
    "the same twice, and another": _list_of(f"&one {IN_FLOW % ('a', KEY)}", "*one", IN_FLOW % ("b", KEY)),
    "parts of two": _list_of(IN_FLOW % ("a", KEY), (IN_FLOW % ("b", KEY)).replace("spec: {", "spec: &spec {")),
    "one workload behind two": SERVICE + "---\n" + SERVICE.replace("name: web", "name: api") + DEPLOYMENT,
    "none": NODE_PORT,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_number_is_that_of_the_findings_that_pedantic_shows(report: Report, tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    shown = _pedantic(report("--pedantic", "--no-cache", "--format", "json"))
    assert _hidden(report("--no-cache", "--format", "json")) == shown
    assert (shown > 0) == (text is not NODE_PORT)


@pytest.mark.parametrize(("name", "expected"), [("one", False), ("two", False), ("the same twice", True)])
def test_only_what_may_be_the_same_twice_is_placed(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, *, expected: bool
) -> None:
    (tmp_path / "a.yaml").write_text(TEXTS[name])
    placed: list[Finding] = []
    place = vars(counted_advice)["_placed"]

    def note(advice: Finding) -> Finding:
        placed.append(advice)
        found: Finding = place(advice)
        return found

    monkeypatch.setattr(counted_advice, "_placed", note)
    assert _hidden(report("--no-cache", "--jobs", "1", "--format", "json")) > 0
    assert bool(placed) == expected


def test_so_it_is_at_the_edges_of_all_rules(report: Report, tmp_path: Path) -> None:
    shutil.copytree(EDGES, tmp_path / "edges")
    alone = ("--no-cache", "--jobs", "1", "--format", "json")
    shown = json.loads(report(*alone, "--pedantic"))["findings"]
    counted = json.loads(report(*alone))
    assert counted["summary"]["hidden"]["pedantic"] == Counter(found["severity"] for found in shown)["pedantic"] > 100
    assert counted["findings"] == [found for found in shown if found["severity"] != "pedantic"]


IGNORED = SERVICE.replace(
    f"    {KEY}-delete-protection", f"    # clblint: ignore[{ADVICE}] torn down\n    {KEY}-delete-protection"
)
UNUSED = SERVICE.replace(
    f"    {KEY}-address-type", f"    # clblint: ignore[{ADVICE}] torn down\n    {KEY}-address-type"
)
IGNORED_PORT = NODE_PORT.replace("kind: S", "# clblint: ignore[node-port-unreachable] tested\nkind: S")
KUSTOMIZATION = "resources: [a.yaml, b.yaml]\nnamePrefix: x-\n"
SETTINGS = {
    "alone": {"b.yaml": NODE_PORT},
    "a suppression of advice": {"b.yaml": IGNORED.replace("name: web", "name: api")},
    "a suppression of nothing": {"b.yaml": UNUSED.replace("name: web", "name: api")},
    "a suppression of another rule": {
        "b.yaml": IGNORED.replace(ADVICE, "local-without-wrr").replace("name: web", "name: api")
    },
    "a suppression in a file without advice": {"b.yaml": IGNORED_PORT},
    "a link": {"b.yaml": "link"},
    "a path": {".clblint.yaml": f"paths: [{{match: a.yaml, ignore: [{ADVICE}]}}]\n"},
    "a path that shows advice": {".clblint.yaml": f"paths: [{{match: a.yaml, select: [{ADVICE}]}}]\n"},
    "another severity": {".clblint.yaml": f"severity: {{{ADVICE}: note}}\n"},
    "advice with a fix": {".clblint.yaml": "severity: {local-without-wrr: pedantic}\n"},
    "a folder that shows advice": {"in/.clblint.yaml": "select: [all]\n", "in/b.yaml": SERVICE},
    "a folder": {"in/.clblint.yaml": f"ignore: [{ADVICE}]\n", "in/b.yaml": SERVICE},
    "a kustomization": {"kustomization.yaml": KUSTOMIZATION, "b.yaml": NODE_PORT},
}
OPTIONS = [
    "--format json", "--format text", "--format concise", "--format sarif", "--format html", "--lang zh",
    "--min-severity error", "--show-suppressed", "--fail-on warning", "--format json --select all",
    "--diff --unsafe-fixes", "--stdin-filename x.yaml",
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("files", SETTINGS.values(), ids=SETTINGS)
def test_reports_are_those_of_findings_with_all_details(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], options: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        if text == "link":
            (tmp_path / name).symlink_to("a.yaml")
        else:
            (tmp_path / name).write_text(text)
    fast = [report(*options.split(), *cache) for cache in (("--no-cache",), (), ())]
    monkeypatch.setattr(LintPass, "_counts_advice", False)
    whole = report(*options.split(), "--no-cache")
    assert fast == [whole] * 3


def test_a_baseline_is_that_of_findings_with_all_details(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> list[str]:
        """What is told of a baseline with advice, one by one; it keeps the advice, which still exists."""
        report("baseline", "all", "--no-cache", "--pedantic", ".")
        found = [report("baseline", "all", "--no-cache", ".")]
        found.append(report("--baseline", "all", "--no-cache", "--format", "json", "."))
        return [*found, (tmp_path / "all").read_text()]

    fast = told()
    monkeypatch.setattr(LintPass, "_counts_advice", False)
    assert fast == told()
    assert ADVICE in fast[-1]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rules of findings whose details are made."""
    names: list[str] = []
    full = vars(file_check)["_finding"]

    def note(rule: Rule, *rest: object) -> object:
        names.append(rule.name)
        return full(rule, *rest)

    monkeypatch.setattr(file_check, "_finding", note)
    return names


def test_details_of_hidden_advice_are_not_made(report: Report, made: list[str]) -> None:
    report("--no-cache")
    assert "local-without-wrr" in made
    assert ADVICE not in made
    report("--no-cache", "--pedantic")
    assert ADVICE in made


def test_details_of_hidden_advice_with_a_fix_are_made(report: Report, tmp_path: Path, made: list[str]) -> None:
    """A fix is tried together with all others in its file, so that --fix and a report agree on what is safe."""
    (tmp_path / ".clblint.yaml").write_text("severity: {local-without-wrr: pedantic}\n")
    assert "local-without-wrr" not in report("--no-cache", "--format", "concise")
    assert "local-without-wrr" in made
    assert ADVICE not in made


def test_details_are_made_where_kustomizations_are(report: Report, tmp_path: Path, made: list[str]) -> None:
    """What is reported about the files that they use depends on more than a severity."""
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "kustomization.yaml").write_text("resources: [b.yaml]\n")
    (tmp_path / "base" / "b.yaml").write_text(NODE_PORT)
    report("--no-cache")
    assert ADVICE in made


def test_what_is_stored_serves_runs_that_show_no_advice(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that shows advice finds it once, and what it stores serves all."""
    (tmp_path / "b.yaml").write_text(NODE_PORT)
    read: list[str] = []
    full = vars(worker)["read_manifest"]

    def note(source: Source, *rest: object, **named: object) -> object:
        read.append(source.path)
        return full(source, *rest, **named)

    monkeypatch.setattr(worker, "read_manifest", note)
    steps = [((), ["a.yaml", "b.yaml"]), ((), []), (("--pedantic",), ["a.yaml"]), ((), []), (("--pedantic",), [])]
    for options, expected in steps:
        read.clear()
        found = report("--format", "json", *options)
        assert read == expected, options
        assert found == report("--format", "json", "--no-cache", *options)
