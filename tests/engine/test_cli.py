"""The command line, as a user and as a pipeline see it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

LOCAL = """\
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
"""
WORKLOAD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
"""


def _rules(text: str) -> list[str]:
    return [finding["rule"] for finding in json.loads(text)["findings"]]


def test_findings_make_exit_code_1(run: Run, tmp_path: Path) -> None:
    """A warning fails a run by default."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    assert run("--select", "local-without-wrr").returncode == 1


@pytest.mark.parametrize(("limit", "code"), [("error", 0), ("warning", 1), ("note", 1), ("never", 0)])
def test_fail_on_sets_the_lowest_severity_of_exit_code_1(run: Run, tmp_path: Path, limit: str, code: int) -> None:
    """The lowest severity that fails a run can be chosen."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    assert run("--select", "local-without-wrr", "--fail-on", limit).returncode == code


@pytest.mark.parametrize("style", ["text", "concise", "json", "sarif"])
def test_exit_code_does_not_depend_on_the_format(run: Run, tmp_path: Path, style: str) -> None:
    """Every format fails alike."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    assert run("--format", style).returncode == 1


def test_several_formats_in_one_run(run: Run, tmp_path: Path) -> None:
    """One goes to standard output, the others to files."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    done = run("--format", "concise", "--format", "json=out.json", "--format", "sarif=out.sarif")
    assert done.stdout.startswith("a.yaml:")
    assert _rules((tmp_path / "out.json").read_text())
    assert json.loads((tmp_path / "out.sarif").read_text())["runs"][0]["results"]


def test_context_is_read_and_not_reported(run: Run, tmp_path: Path) -> None:
    """The workload of another file decides, and its own faults are not told."""
    (tmp_path / ".clblint.yaml").write_text("{}\n")
    (tmp_path / "svc").mkdir()
    (tmp_path / "svc" / "a.yaml").write_text(LOCAL)
    (tmp_path / "pods.yaml").write_text(WORKLOAD)
    alone = run("--pedantic", "--format", "json", "svc", "--context", "svc")
    within = run("--pedantic", "--format", "json", "svc")
    assert "connection-drain-missing" not in _rules(alone.stdout)
    assert "connection-drain-missing" in _rules(within.stdout)
    assert "readiness-probe-missing" not in _rules(within.stdout)
    assert "readiness-probe-missing" in _rules(run("--pedantic", "--format", "json", "pods.yaml").stdout)


def test_a_folder_without_a_project_brings_itself_only(run: Run, tmp_path: Path) -> None:
    """Nothing above a folder is read that belongs to no project."""
    (tmp_path / "svc").mkdir()
    (tmp_path / "svc" / "a.yaml").write_text(LOCAL)
    (tmp_path / "pods.yaml").write_text(WORKLOAD)
    assert "connection-drain-missing" not in _rules(run("--format", "json", "svc/a.yaml").stdout)


@pytest.mark.whole
def test_a_commit_is_judged_without_drafts(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under pre-commit the project is what git tracks."""
    port = "spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}"
    for name in ("web", "draft"):
        service = f"apiVersion: v1\nkind: Service\nmetadata: {{name: {name}}}\n{port}\n"
        (tmp_path / f"{name}.yaml").write_text(service)
    for command in (("init", "-q"), ("add", "web.yaml")):
        subprocess.run(("git", *command), cwd=tmp_path, check=True)  # noqa: S607
    assert "node-port-clash" in run("web.yaml").stdout
    monkeypatch.setenv("PRE_COMMIT", "1")
    assert "node-port-clash" not in run("web.yaml").stdout


def test_standard_input_has_the_name_it_is_given(run: Run) -> None:
    """Editors and pipes say where their text comes from."""
    only = ("--select", "local-without-wrr")
    done = run("--format", "concise", "--stdin-filename", "x/web.yaml", *only, "-", stdin=LOCAL)
    assert done.stdout.startswith("x/web.yaml:6:26: warning local-without-wrr")


def test_frame_of_standard_input(run: Run) -> None:
    """The lines of standard input can be shown, too."""
    assert "externalTrafficPolicy: Local" in run("-", stdin=LOCAL).stdout


SELECTIONS = [
    (("--select", "listeners"), {"local-without-wrr"}),
    (("--select", "local-*"), {"local-without-wrr"}),
    (("--select", "local-without-wrr,yaml-syntax"), {"local-without-wrr"}),
    (("--select", "all", "--ignore", "listeners"), set()),
]


@pytest.mark.parametrize(("options", "rules"), SELECTIONS, ids=str)
def test_select_takes_names_packs_globs_and_lists(
    run: Run, tmp_path: Path, options: tuple[str, ...], rules: set[str]
) -> None:
    """Names, packs, globs, lists."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    found = set(_rules(run("--format", "json", *options).stdout))
    assert {rule for rule in found if rule == "local-without-wrr"} == rules


MISTAKES = [
    (("--select", "local-withot-wrr"), "no rule or pack is called local-withot-wrr; nearest: local-without-wrr"),
    (("--format", "sarff"), "no format is called sarff"),
    (("nowhere.yaml",), "nowhere.yaml: No such file or directory"),
    (("--config", "nowhere.yaml"), "nowhere.yaml: cannot be read"),
    (("--format", "json=a.yaml/report.json"), "a.yaml/report.json: cannot be written"),
    (("--jobs", "0"), "must be a positive integer"),
]


@pytest.mark.parametrize(("options", "message"), MISTAKES, ids=str)
def test_wrong_options_give_one_line_and_exit_code_2(
    run: Run, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    """One line that says what is wrong, and exit code 2."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    done = run(*options)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


CONFIGURATIONS = [
    ("selct: [all]\n", ".clblint.yaml:1:1: no such setting: selct; nearest: select"),
    ("cluster:\n  network-plugin: terwai\n", ".clblint.yaml:2:19: cluster.network-plugin: terwai is not one of"),
    ("cluster:\n  nodes: many\n", ".clblint.yaml:2:10: cluster.nodes: many is not a whole number"),
    ("cluster: {node-port-range: 40000-30000}\n", ".clblint.yaml:1:28: node-port-range: 40000-30000 is no range"),
    ("severity: {local-without-wr: off}\n", "no rule or pack is called local-without-wr; nearest: local-without-wrr"),
    ("severity: {local-without-wrr: bad}\n", "bad is not one of error, warning, note, pedantic, off"),
    ("cluster: [\n", ".clblint.yaml:"),
    ("- a\n", "a list is not a mapping"),
]


@pytest.mark.parametrize(("text", "message"), CONFIGURATIONS)
def test_a_wrong_configuration_gives_its_place_and_exit_code_2(
    run: Run, tmp_path: Path, text: str, message: str
) -> None:
    """Line, column and the nearest valid name."""
    (tmp_path / ".clblint.yaml").write_text(text)
    (tmp_path / "a.yaml").write_text(LOCAL)
    done = run("a.yaml")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


SETTINGS = [
    ("severity: {local-without-wrr: error}\n", ["error"]),
    ("severity: {local-without-wrr: off}\n", []),
    ("ignore: [local-without-wrr]\n", []),
    ("paths:\n- {match: '*.yaml', ignore: [local-without-wrr]}\n", []),
    ("paths:\n- {match: 'other/**', ignore: [all]}\n", ["warning"]),
    ("paths:\n- {object: shop/Service/web, ignore: [local-without-wrr]}\n", []),
    ("paths:\n- {object: shop/Service/api, ignore: [local-without-wrr]}\n", ["warning"]),
    ("exclude: ['*.yaml']\n", []),
]


@pytest.mark.parametrize(("text", "severities"), SETTINGS)
def test_settings_hold_for_all_files_for_paths_and_for_objects(
    run: Run, tmp_path: Path, text: str, severities: list[str]
) -> None:
    """Settings for all files, for some paths and for one object."""
    (tmp_path / ".clblint.yaml").write_text(text)
    (tmp_path / "a.yaml").write_text(LOCAL)
    found = json.loads(run("--format", "json", ".").stdout)["findings"]
    assert [finding["severity"] for finding in found if finding["rule"] == "local-without-wrr"] == severities


def test_a_named_file_is_read_unless_exclusion_is_forced(run: Run, tmp_path: Path) -> None:
    """What a user names is meant; a hook that is handed names can say otherwise."""
    (tmp_path / ".clblint.yaml").write_text("exclude: [a.yaml]\n")
    (tmp_path / "a.yaml").write_text(LOCAL)
    assert run("a.yaml").returncode == 1
    assert run("--force-exclude", "a.yaml").returncode == 0


def test_templates_are_named_and_not_judged(run: Run, tmp_path: Path) -> None:
    """An unrendered template is neither broken YAML nor passed over in silence."""
    (tmp_path / "a.yaml").write_text("metadata:\n  name: {{ .Release.Name }}\n{{- if .Values.x }}\n")
    done = run(".")
    assert done.returncode == 0
    assert "1 unrendered template was not checked: a.yaml" in done.stdout


def test_other_documents_of_a_broken_file_are_checked(run: Run, tmp_path: Path) -> None:
    """A syntax error costs its own document only."""
    (tmp_path / "a.yaml").write_text("a: [1\n---\n" + LOCAL)
    assert {"yaml-syntax", "local-without-wrr"} <= set(_rules(run("--format", "json", ".").stdout))


VALUES = [("values.yaml", 0), ("values-prod.yml", 0), ("app.values.yaml", 0), ("web.yaml", 1), ("data.json", 0)]


@pytest.mark.parametrize(("name", "code"), VALUES)
def test_files_of_other_tools(run: Run, tmp_path: Path, name: str, code: int) -> None:
    """Broken files that are no manifests by their name are none of ours, unless they are named."""
    (tmp_path / name).write_text("a: [1\n")
    assert run(".").returncode == code
    assert run(name).returncode == 1


def test_verbs(run: Run) -> None:
    """Rules and plugins can be listed, and a rule explained."""
    listed = json.loads(run("rules", "--format", "json").stdout)["rules"]
    assert {"local-without-wrr", "yaml-syntax"} <= {rule["name"] for rule in listed}
    assert "\nWrong:\n\n```yaml\n" in run("explain", "local-without-wrr").stdout
    assert {"clblint_listeners"} <= {
        p["name"] for p in json.loads(run("plugins", "--format", "json").stdout)["plugins"]
    }


def test_explain_names_the_nearest(run: Run) -> None:
    """A typing error is answered with what was meant."""
    done = run("explain", "local-without-wr")
    assert done.returncode == 2
    assert "nearest: local-without-wrr" in done.stderr


def test_plan_as_text(run: Run, tmp_path: Path) -> None:
    """The instance, then each listener with its server group."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    out = run("plan", ".").stdout
    assert "shop/web  a.yaml:3" in out
    assert "tcp listener on port 80" in out
    assert "k8s/{nodePort:80}/web/shop/{clusterId}" in out


def test_plan_as_json(run: Run, tmp_path: Path) -> None:
    """What pipelines read: given values with their line, defaults as such."""
    (tmp_path / "a.yaml").write_text(LOCAL + "---\napiVersion: v1\nkind: Service\nmetadata: {name: api}\nspec: {}\n")
    web, api = json.loads(run("plan", "--format", "json", ".").stdout)["services"]
    assert (web["name"], web["handledBy"], web["error"]) == ("shop/web", "clb", None)
    assert web["listeners"][0]["Scheduler"] == {"value": "rr", "given": False, "default": True}
    assert (api["name"], api["handledBy"]) == ("default/api", "none")


def test_plan_shows_the_refusal(run: Run, tmp_path: Path) -> None:
    """The words of the CCM, where it gives up before any call."""
    annotation = "annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: fast}"
    (tmp_path / "a.yaml").write_text(LOCAL.replace("namespace: shop}", f"namespace: shop, {annotation}}}"))
    (web,) = json.loads(run("plan", "--format", "json", ".").stdout)["services"]
    assert "bandwidth must be integer, got [fast]" in web["error"]


def test_plan_of_broken_yaml(run: Run, tmp_path: Path) -> None:
    """The other Services are planned, and the broken document is told."""
    (tmp_path / "a.yaml").write_text("a: [1\n---\n" + LOCAL)
    done = run("plan", ".")
    assert (done.returncode, "shop/web" in done.stdout) == (1, True)
    assert "a.yaml:" in done.stderr


SHORT, DOTTED = "scheduler", "\u2026-scheduler"
OLDER = "service.beta.kubernetes.io/alicloud-loadbalancer-scheduler"


@pytest.mark.parametrize("name", [SHORT, DOTTED, OLDER, "alibaba-cloud-loadbalancer-scheduler"])
def test_explain_annotation(run: Run, name: str) -> None:
    """An annotation is found by its key, by the older one and by its last part."""
    out = run("explain", name).stdout
    assert out.startswith("service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler\n")
    assert "wrr" in out
    assert "local-without-wrr" in out


def test_help_lists_the_verbs(run: Run) -> None:
    """The first thing that a new user asks."""
    out = run("--help").stdout
    assert all(verb in out for verb in ("explain", "plan", "plugins", "rules"))


def test_quiet_and_verbose(run: Run, tmp_path: Path) -> None:
    """Less and more than the findings with their summary."""
    (tmp_path / "a.yaml").write_text(LOCAL)
    assert "Service read" not in run("-q").stdout
    told = run("-v").stderr
    assert "configuration: none found" in told
    assert "files: 1 checked, 0 read for context" in told


def test_a_folder_without_kubernetes_objects_is_reported(run: Run, tmp_path: Path) -> None:
    """Silence about a wrong folder would look like a clean one."""
    (tmp_path / "a.yaml").write_text("replicas: 3\n")
    assert run(".").stdout == "no Kubernetes object in 1 file: nothing to report\n"


def test_a_line_alone_says_where_the_same_service_is_described(run: Run, tmp_path: Path) -> None:
    """In the same file or in another, and still rightly after that one was edited."""
    (tmp_path / "a.yaml").write_text(f"{LOCAL}---\n{LOCAL}", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(LOCAL, encoding="utf-8")
    first = LOCAL[: LOCAL.index("name:")].count("\n") + 1
    second = first + LOCAL.count("\n") + 1

    def places() -> list[str]:
        lines = run("--format", "concise", "--select", "duplicate-service", ".").stdout.splitlines()
        return [line.partition("before this (")[2].partition(")")[0] for line in lines]

    assert places() == [f"line {first}", f"a.yaml:{second}"]
    (tmp_path / "a.yaml").write_text(f"# moved\n{LOCAL}---\n{LOCAL}", encoding="utf-8")
    assert places() == [f"line {first + 1}", f"a.yaml:{second + 1}"]
