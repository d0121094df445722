"""Overlays that are named: their bases may be outside of any repository, and they may be impossible to build."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Run

WRONG = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: foo"
SERVICE = f"""apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {WRONG}
spec: {{type: LoadBalancer, selector: {{app: web}}, ports: [{{port: 80}}]}}
"""
PLAIN = SERVICE.replace("  annotations:\n", "").replace(f"    {WRONG}\n", "")
PATCH = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n    {WRONG}\n"
SELECT = ("--select", "invalid-annotation-value,suppressions", "--format", "json")

TREES = {
    "a folder": ({"prod": "resources: [../base]"}, {"base/svc.yaml": SERVICE}, "base/svc.yaml:6"),
    "a base of a base": (
        {"prod": "resources: [../stage]", "stage": "resources: [../base]"},
        {"base/svc.yaml": SERVICE},
        "base/svc.yaml:6",
    ),
    "a component": (
        {
            "prod": "resources: [svc.yaml]\ncomponents: [../part]",
            "part": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{path: p.yaml}]",
        },
        {"prod/svc.yaml": PLAIN, "part/p.yaml": PATCH},
        "part/p.yaml:6",
    ),
}


def _lay(folder: Path, kustomizations: dict[str, str], files: dict[str, str]) -> None:
    bases = {} if "base" in kustomizations else {"base": "resources: [svc.yaml]"}
    named = {f"{name}/kustomization.yaml": f"{text}\n" for name, text in {**bases, **kustomizations}.items()}
    for name, text in {**named, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def _places(run: Run, *arguments: str, cwd: Path | None = None) -> list[str]:
    done = run(*SELECT, *arguments, cwd=cwd)
    assert done.returncode in {0, 1}, done.stderr
    return [f"{one['path']}:{one['line']}" for one in json.loads(done.stdout)["findings"]]


@pytest.mark.parametrize(("kustomizations", "files", "place"), TREES.values(), ids=TREES)
def test_what_a_named_overlay_builds_is_judged_wherever_it_stands(
    run: Run, tmp_path: Path, kustomizations: dict[str, str], files: dict[str, str], place: str
) -> None:
    _lay(tmp_path, kustomizations, files)
    assert _places(run, "prod") == _places(run, "prod/kustomization.yaml") == [place]
    assert _places(run, ".", cwd=tmp_path / "prod") == [f"{tmp_path}/{place}"]


def test_its_suppressions_count(run: Run, tmp_path: Path) -> None:
    service = SERVICE.replace(WRONG, f"{WRONG}  # clblint: ignore[invalid-annotation-value] why")
    _lay(tmp_path, {"prod": "resources: [../base]"}, {"base/svc.yaml": service})
    assert _places(run, "prod") == []


def test_bases_that_lead_in_a_circle_end(run: Run, tmp_path: Path) -> None:
    _lay(
        tmp_path, {"prod": "resources: [../base]", "base": "resources: [../prod, svc.yaml]"}, {"base/svc.yaml": SERVICE}
    )
    done = run("--format", "concise", "prod")
    assert "kustomization-refused" in done.stdout


def test_what_no_overlay_uses_stays_unread(run: Run, tmp_path: Path) -> None:
    _lay(
        tmp_path,
        {"prod": "resources: [../base]"},
        {"base/svc.yaml": PLAIN, "base/other.yaml": SERVICE, "x/y.yaml": SERVICE},
    )
    assert _places(run, "prod") == []


def test_the_files_of_an_overlay_that_cannot_be_built_are_judged_where_they_stand(run: Run, tmp_path: Path) -> None:
    remote = "resources: [../base]\ncomponents: ['https://example.com/a?ref=v1']"
    _lay(tmp_path, {"prod": remote, "stage": "resources: [../base]"}, {"base/svc.yaml": SERVICE})
    for _ in range(2):  # anew, and from the cache
        report = json.loads(run("--format", "json", "prod").stdout)
        assert "base/svc.yaml:6" in {f"{one['path']}:{one['line']}" for one in report["findings"]}
        assert report["summary"]["services"] == 1
    assert run("plan", "prod").stdout.startswith("default/web  base/svc.yaml:4\n")
