"""Values of charts on the command line: reports, fixes, suppressions, plans and languages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
VALUES = f"""\
# Values for the gateway.
controller:
  config: {{host: "{{{{ .Release.Name }}}}.example.com"}}
  service:
    annotations:
      {KEY}scheduler: RR  # as before
      {KEY}connection-drain: on
      {KEY}connection-drain-timeout: 30
"""
FIXED = VALUES.replace(": RR", ": rr").replace(": on", ': "on"').replace(": 30", ': "30"')
APPLICATION = """\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: gateway, namespace: argocd}
spec:
  source:
    helm:
      values: |
"""
PLAIN = [line for line in VALUES.splitlines() if "{{" not in line]  # with braces, the Application would be a template
TEXT = APPLICATION + "".join(f"        {line}\n" for line in PLAIN)
TEXT_FIXED = TEXT.replace(": RR", ": rr").replace(": on", ': "on"').replace(": 30", ': "30"')
VAULT = f"""\
server:
  service:
    annotations: |
      {KEY}scheduler: RR
"""
FILES = {
    "a file of values": (VALUES, FIXED),
    "a text": (TEXT, TEXT_FIXED),
    "line ends of Windows": (TEXT.replace("\n", "\r\n"), TEXT_FIXED.replace("\n", "\r\n")),
    "an anchor elsewhere": (f"{TEXT}# & all\n", f"{TEXT_FIXED}# & all\n"),
    "annotations as text": (VAULT, VAULT.replace("RR", "rr")),
}


@pytest.mark.parametrize(("before", "after"), FILES.values(), ids=FILES)
def test_a_fix_is_written_where_the_value_stands(run: Run, tmp_path: Path, before: str, after: str) -> None:
    (tmp_path / "values.yaml").write_bytes(before.encode())
    shown = run("values.yaml", "--diff")
    assert shown.returncode == 1
    assert (tmp_path / "values.yaml").read_bytes() == before.encode()
    done = run("values.yaml", "--fix")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "values.yaml").read_bytes() == after.encode()


def test_a_key_in_a_text_is_renamed_and_an_entry_removed(run: Run, tmp_path: Path) -> None:
    lines = f'        annotations:\n          {KEY}shceduler: wrr\n          {KEY}idle-timeout: "0"\n'
    (tmp_path / "app.yaml").write_text(APPLICATION + lines)
    assert run("app.yaml", "--fix", "--unsafe-fixes").returncode == 0
    assert (tmp_path / "app.yaml").read_text() == APPLICATION + f"        annotations:\n          {KEY}scheduler: wrr\n"


def test_the_last_entry_of_a_text_stays(run: Run, tmp_path: Path) -> None:
    """Nothing would be left of the values."""
    text = f'{APPLICATION}        annotations:\n          {KEY}idle-timeout: "0"\n'
    (tmp_path / "app.yaml").write_text(text)
    assert run("app.yaml", "--fix", "--unsafe-fixes").returncode == 1
    assert (tmp_path / "app.yaml").read_text() == text


COMMENTED = {
    "behind it": ("{}: RR  # clblint: ignore[invalid-annotation-value] the chart mends it\n", 0),
    "above it": ("# clblint: ignore[invalid-annotation-value] the chart mends it\n          {}: RR\n", 0),
    "for all": ("{}: RR\n          # clblint: ignore-object[invalid-annotation-value] the chart mends it\n", 0),
    "for another rule": ("{}: RR  # clblint: ignore[annotation-not-a-string] the chart mends it\n", 1),
}


@pytest.mark.parametrize(("line", "code"), COMMENTED.values(), ids=COMMENTED)
@pytest.mark.parametrize("head", ["", APPLICATION], ids=["file", "text"])
def test_comments_suppress(run: Run, tmp_path: Path, head: str, line: str, code: int) -> None:
    made = f"{head}        annotations:\n          {line.format(f'{KEY}scheduler')}"
    (tmp_path / "values.yaml").write_text(made)
    done = run("values.yaml", "--select", "invalid-annotation-value,suppressions")
    assert done.returncode == code
    assert ("1 suppressed" in done.stdout) == (code == 0)


def test_other_texts_hold_no_comments_of_ours(run: Run, tmp_path: Path) -> None:
    text = (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  values: |\n    # clblint: ignore[x]\n    a: b\n"
    )
    (tmp_path / "map.yaml").write_text(text)
    assert run("map.yaml").returncode == 0


@pytest.mark.parametrize("text", [VALUES, TEXT], ids=["file", "text"])
def test_known_faults_get_comments(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "values.yaml").write_text(text)
    assert run("values.yaml", "--add-ignore", "the chart mends it").returncode == 0
    assert run("values.yaml").returncode == 0
    assert "# as before" in (tmp_path / "values.yaml").read_text()


def test_the_summary_counts_what_was_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text(VALUES)
    done = run("values.yaml", "--fail-on-empty")
    assert done.returncode == 1
    assert "1 error, 2 warnings in 1 file (1 file read, no Service among them)" in done.stdout
    assert "template" not in done.stdout


def test_others_values_are_no_manifests(run: Run, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text('replicas: 2\nhost: "{{ .Values.x }}"\n')
    (tmp_path / "values-broken.yaml").write_text("a: {b\n")
    done = run(".")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no Kubernetes object in 2 files: nothing to report" in done.stdout


def test_no_service_is_planned(run: Run, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text(VALUES)
    (tmp_path / "app.yaml").write_text(TEXT)
    done = run("plan", ".")
    assert (done.returncode, done.stdout.strip()) == (0, "no Service in what was read")


def test_findings_in_chart_values_are_in_chinese(run: Run, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text(VALUES)
    done = run("values.yaml", "--lang", "zh", "--select", "invalid-annotation-value")
    assert "scheduler" in done.stdout
    assert "is not a valid value" not in done.stdout


def test_what_is_known_from_an_earlier_run_is_the_same(run: Run, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text(VALUES)
    (tmp_path / "app.yaml").write_text(TEXT)
    first, second = run(".", "--format", "json"), run(".", "--format", "json")
    assert first.stdout == second.stdout
    objects = [finding["object"] for finding in json.loads(first.stdout)["findings"]]
    assert objects == [*["argocd/Application/gateway"] * 3, *[""] * 3]


def test_several_processes_find_the_same(run: Run, tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"values-{number}.yaml").write_text(VALUES)
    alone = run(".", "--no-cache", "--jobs", "1", "--format", "concise")
    assert alone.stdout == run(".", "--no-cache", "--jobs", "2", "--format", "concise").stdout
    assert alone.stdout.count("invalid-annotation-value") == 60


def test_values_of_what_a_kustomization_builds(run: Run, tmp_path: Path) -> None:
    """A text that a patch replaces is judged where the patch has it, and values of the kustomization where they are."""
    (tmp_path / "app.yaml").write_text(TEXT)
    (tmp_path / "kustomization.yaml").write_text(f"""\
namePrefix: prod-
resources: [app.yaml]
patches:
- target: {{kind: Application}}
  patch: |-
    - op: replace
      path: /spec/source/helm/values
      value: |
        annotations:
          {KEY}scheduler: RR
helmCharts:
- name: other
  valuesInline: {{annotations: {{{KEY}scheduler: RR}}}}
""")
    done = json.loads(run(".", "--format", "json", "--select", "invalid-annotation-value").stdout)
    found = [(one["path"], one["line"], one["object"]) for one in done["findings"]]
    assert found == [("kustomization.yaml", 10, "argocd/Application/prod-gateway"), ("kustomization.yaml", 13, "")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{APPLICATION}        annotations:\n          {KEY}scheduler: rr\n          {KEY}scheduler: wrr\n", 10),
        (f"{APPLICATION}        annotations:\n          {KEY}scheduler: rr\n        other: 1\n        other: 2\n", 0),
        (f"{APPLICATION}        annotations: {{{KEY}scheduler: rr}}\n", 0),
    ],
    ids=["twice", "of the chart", "once"],
)
def test_an_annotation_twice_in_a_text(run: Run, tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "app.yaml").write_text(text)
    found = json.loads(run("--format", "json", "--select", "duplicate-key", "app.yaml").stdout)["findings"]
    assert [one["line"] for one in found] == ([line] if line else [])


HELD = f"""\
apiVersion: v1
kind: ConfigMap
metadata: {{name: gateway-values}}
data:
  values.yaml: |
    service:
      annotations:
        {KEY}scheduler: RR
"""
MANIFEST = f"""\
apiVersion: v1
kind: ConfigMap
metadata: {{name: manifests}}
data:
  web.yaml: |
    apiVersion: v1
    kind: Service
    metadata:
      annotations: {{{KEY}scheduler: RR}}
"""
RELEASE = """\
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: gateway}
spec:
  valuesFrom: [{kind: ConfigMap, name: gateway-values}]
"""


@pytest.mark.parametrize(
    ("files", "places"),
    [
        ({"a.yaml": HELD, "b.yaml": RELEASE}, ["a.yaml:8"]),
        ({"a.yaml": HELD.replace("ConfigMap", "Secret").replace("data:", "stringData:")}, ["a.yaml:8"]),
        ({"a.yaml": HELD.replace("RR", "rr")}, []),
        ({"a.yaml": HELD.replace("RR", "${SCHEDULER}")}, []),
        ({"a.yaml": MANIFEST}, []),
        (
            {
                "kustomization.yaml": "resources: [b.yaml]\n"
                "configMapGenerator: [{name: gateway-values, files: [values.yaml=v.yaml]}]\n",
                "b.yaml": RELEASE,
                "v.yaml": f"service:\n  annotations:\n    {KEY}scheduler: RR\n",
            },
            ["v.yaml:3"],
        ),
    ],
    ids=["ConfigMap", "Secret", "right", "unknown", "manifest", "generated"],
)
def test_values_that_a_release_takes_from_elsewhere(
    run: Run, tmp_path: Path, files: dict[str, str], places: list[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = json.loads(run("--format", "json", "--select", "invalid-annotation-value", ".").stdout)["findings"]
    assert [f"{one['path']}:{one['line']}" for one in found] == places


def test_a_fix_in_a_config_map(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HELD)
    assert run("--fix", "a.yaml").returncode == 0
    assert (tmp_path / "a.yaml").read_text() == HELD.replace("RR", "rr")
