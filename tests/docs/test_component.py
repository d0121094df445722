"""The component for GitLab CI: what it asks for and what it runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import clblint
from tests.docs.test_pages import tool

if TYPE_CHECKING:
    from tests.docs.conftest import Project

ROOT = Path(__file__).parents[2]
HEAD, BODY = (ROOT / "templates" / "clblint.yml").read_text(encoding="utf-8").split("\n---\n")
INPUTS: dict[str, dict[str, Any]] = yaml.safe_load(HEAD)["spec"]["inputs"]


def filled(**given: str) -> str:
    """The jobs, as GitLab makes them of the defaults and what is given."""
    values = {name: str(one["default"]) for name, one in INPUTS.items()} | given
    return re.sub(r"\$\[\[ inputs\.([\w-]+) \]\]", lambda found: values[found[1]], BODY)


def test_every_input_is_explained_and_used() -> None:
    assert set(re.findall(r"\$\[\[ inputs\.([\w-]+) \]\]", BODY)) == set(INPUTS)
    assert all(one["description"] for one in INPUTS.values())


def test_it_installs_this_version() -> None:
    assert INPUTS["version"]["default"] == clblint.__version__


def test_no_input_stands_in_a_script() -> None:
    assert "$[[" not in "\n".join(yaml.safe_load(BODY)["clblint"]["script"])


@pytest.mark.whole
def test_its_jobs_pass_the_schema(tmp_path: Path) -> None:
    (tmp_path / ".gitlab-ci.yml").write_text(filled(), encoding="utf-8")
    tool("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", ".gitlab-ci.yml", folder=tmp_path)


@pytest.mark.parametrize("base", ["", "HEAD"])
def test_its_job_writes_the_reports(base: str, project: Project) -> None:
    job = yaml.safe_load(filled(paths=". deploy"))["clblint"]
    variables = [f'{name}="{value}"' for name, value in job["variables"].items()]
    done = project.run("\n".join([*variables, f"CI_MERGE_REQUEST_DIFF_BASE_SHA={base}", "set +u", *job["script"]]))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((project.folder / job["artifacts"]["reports"]["codequality"]).read_bytes()) == []
    assert (project.folder / job["artifacts"]["paths"][0]).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
