"""The action and the workflows, judged by the tools that judge everybody's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import clblint
from tests.action.conftest import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"uses: (?:\$/[\w./]*|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$", re.MULTILINE)


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this environment at the root of the tree, or skip where it is not installed."""
    found = shutil.which(program, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"{program} is not installed: pip install -e '.[dev,pipeline]'")
    environment = {**os.environ, "PATH": f"{Path(found).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([found, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


CHECKS = {
    "action schema": ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
    "workflow schema": ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, WORKFLOWS)],
    "actionlint": ["jactionlint"],
    "shellcheck": ["shellcheck", ".ci/run", ".ci/compile", ".ci/libyaml", ".ci/release", ".ci/notes", ".ci/image"],
    "hadolint": ["hadolint", "Dockerfile"],
    "dependabot schema": ["check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml"],
    "zizmor": ["zizmor", "--offline", "--no-progress", "--persona", "pedantic", "action.yml", ".github"],
}


@pytest.mark.whole
@pytest.mark.parametrize("command", CHECKS.values(), ids=CHECKS.keys())
def test_the_tools_find_nothing(command: list[str]) -> None:
    done = run(*command)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [ROOT / "action.yml", *WORKFLOWS], ids=lambda path: path.name)
def test_what_is_used_is_pinned(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(PINNED.findall(text)) == len(re.findall(r"uses:", text)) > 0


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_grants_nothing_by_default_and_ends_in_time(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        assert "uses" in job or job["timeout-minutes"] <= longest(job)


def longest(job: dict[str, Any]) -> int:
    """The minutes that a job may take: to compile is slow, and wheels are made for every version of Python."""
    commands = "\n".join(step.get("run", "") for step in job["steps"])
    if "cibuildwheel" in commands:
        return 60
    return 30 if ".ci/run" in commands or ".ci/compile" in commands else 15


def test_the_pipeline_runs_every_version_of_python_that_is_promised() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == promised


def test_only_one_job_of_the_release_can_publish_and_it_runs_nothing_else() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    (job,) = [job for job in workflow["jobs"].values() if "id-token" in job["permissions"]]
    assert all("run" not in step for step in job["steps"])


def test_only_what_passed_every_test_is_published() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["test"]["uses"] == "$/.github/workflows/ci.yml"
    needs = {name: job["needs"] for name, job in jobs.items() if "needs" in job}
    assert needs == {
        "build": "test",
        "wheels": "test",
        "site": "test",
        "publish": ["build", "wheels"],
        "image": "publish",
        "announce": ["publish", "site"],
    }
    tests = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert "workflow_call" in tests[True]  # YAML 1.1 reads "on" as a boolean
    complete = tests["jobs"]["complete"]["steps"]
    release = "${{ startsWith(github.ref, 'refs/tags/') && '1' || '' }}"
    wanted = {"CLBLINT_FORM": "${{ matrix.form }}", "CLBLINT_SKIP_NOTHING": "1", "CLBLINT_RELEASE": release}
    assert complete[-1] == {"run": "python -m pytest -n auto --dist worksteal", "env": wanted}
    assert tests["jobs"]["complete"]["strategy"]["matrix"]["form"] == ["compiled", "pure Python"]


def test_a_wheel_is_published_only_after_its_own_test_of_the_compiled_form() -> None:
    steps = yaml.safe_load((ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8"))["jobs"]["build"]
    ran = [step.get("run", step.get("uses", "").partition("@")[0]) for step in steps["steps"]]
    assert ran.index("python -m cibuildwheel --output-dir dist") < ran.index("actions/upload-artifact")
    settings = PYPROJECT["tool"]["cibuildwheel"]
    assert (settings["test-command"], settings["test-environment"]) == (
        "python -m pytest tests/forms",
        {"CLBLINT_FORM": "compiled"},
    )


def test_a_wheel_is_built_for_every_version_of_python_that_is_promised() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [f"cp{version.replace('.', '')}-*" for version in promised]
    assert PYPROJECT["tool"]["cibuildwheel"]["build"] == wanted


@pytest.mark.whole
def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    command = ["bash", ".ci/notes"]
    done = subprocess.run([*command, f"v{clblint.__version__}"], cwd=ROOT, capture_output=True, text=True, check=True)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = changelog.partition(f"## [{clblint.__version__}]")[2].partition("\n")[2].partition("\n## [")[0]
    assert done.stdout.strip() == section.strip() != ""
    missing = subprocess.run([*command, "v9.9.9"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (missing.returncode, missing.stderr) == (1, "CHANGELOG.md has no section [9.9.9]\n")


@pytest.mark.whole
def test_the_image_of_a_tag_is_tried_before_it_is_published(tmp_path: Path) -> None:
    """With a docker that only notes what it is asked for."""
    noted = tmp_path / "noted"
    (tmp_path / "docker").write_text(f'#!/bin/sh\necho "$1 $2 $3" >> "{noted}"\n', encoding="utf-8")
    (tmp_path / "docker").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    version = clblint.__version__
    command = ["bash", ".ci/image", f"v{version}"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, check=True)
    image = "ghcr.io/clblint/clblint"
    assert noted.read_text(encoding="utf-8").splitlines() == [
        "build --tag clblint",
        "run --rm --network",
        f"tag clblint {image}:{version}",
        f"push {image}:{version} ",
        f"tag clblint {image}:latest",
        f"push {image}:latest ",
    ]


@pytest.mark.whole
@pytest.mark.parametrize("tag", ["v0.0.0", "main", clblint.__version__])
def test_a_tag_of_another_version_is_not_released(tag: str) -> None:
    done = subprocess.run(
        ["bash", ".ci/release", tag],  # noqa: S607 - as the workflow does
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        1,
        f"the tag is {tag}, and pyproject.toml says version {clblint.__version__}\n",
    )
