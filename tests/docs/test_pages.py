"""What the pages and the README show works."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import clblint
from clblint.api import problem, rule
from clblint.config.schemas import read_schema
from clblint.report.formats.registry import REPORTERS
from tests.docs.samples import PAGES, ROOT, Fence, comparable, fences, output_of, refreshed

if TYPE_CHECKING:
    from tests.docs.conftest import Project

REMEDY = "python -m tests.docs.samples writes it afresh"
SET_UP = "python3 -m venv .venv"  # of the README, which the pipeline runs
CONFIG = read_schema("config")["properties"]
ZIZMOR = """\
rules:
  unpinned-uses:
    config:
      policies: {"clblint/*": ref-pin, "*": hash-pin}
"""


def named(fence: Fence) -> str:
    """Give a fence the name of a test."""
    return f"{fence.page}: {fence.text.strip().splitlines()[0]}"


def page(name: str) -> str:
    """Give the text of a page."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def column(text: str, heading: str) -> list[str]:
    """Give what stands in code in the first column of the table with a heading."""
    table = text[text.index(f"| {heading} |") :].partition("\n\n")[0].splitlines()[2:]
    return [word for row in table for word in re.findall(r"`([^`]+)`", row.split(" | ")[0])]


@pytest.mark.whole
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_outputs_are_fresh(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert comparable(text) == comparable(refreshed(text)), REMEDY


def test_there_are_outputs() -> None:
    assert len(fences("console")) >= 6


PAGES_WITH_COMMANDS = sorted({fence.page for fence in fences("sh")})


@pytest.mark.parametrize("name", PAGES_WITH_COMMANDS)
def test_commands_work(name: str, project: Project) -> None:
    for fence in fences("sh"):
        if fence.page == name and SET_UP not in fence.text:
            done = project.run(fence.text)
            assert (done.returncode, done.stderr) == (0, ""), fence.text


INLINE = {
    command
    for path in PAGES
    for command in re.findall(r"`(clblint (?:[-\w./*]+ ?)+)`", path.read_text(encoding="utf-8"))
    if not re.search(r"[A-Z]{2}|\bclblint itself|\bclblint diagnose$", command)
}


@pytest.mark.parametrize("command", sorted(INLINE))
def test_commands_in_sentences_work(command: str, project: Project) -> None:
    project.export()
    done = project.run(command)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("fence", fences("yaml", "json"), ids=named)
def test_samples_can_be_read(fence: Fence) -> None:
    (json.loads if fence.language == "json" else yaml.safe_load)(fence.text)


def documents(wanted: str) -> list[Fence]:
    """Give the YAML samples with a key at the top."""
    found = [fence for fence in fences("yaml") if wanted in (yaml.safe_load(fence.text) or {})]
    assert found, wanted
    return found


def configurations() -> list[Fence]:
    """Give the samples of `.clblint.yaml`."""
    found = [fence for fence in fences("yaml") if {*keys(yaml.safe_load(fence.text))} <= {*CONFIG}]
    assert found
    return found


def keys(document: object) -> set[str]:
    """Give the keys at the top; of a list, none that the configuration could have."""
    return set(document) if isinstance(document, dict) else {"-"}


@pytest.mark.parametrize("fence", configurations(), ids=named)
def test_configurations_are_valid(fence: Fence, project: Project) -> None:
    (project.folder / ".clblint.yaml").write_text(fence.text, encoding="utf-8")
    project.export()
    done = project.run("clblint --fail-on never")  # where CLBs are to move, what they lose is found
    assert (done.returncode, done.stderr) == (0, "")


def tool(name: str, *arguments: str, folder: Path) -> None:
    """Run a checker of this environment, which has to find nothing; skip where it is not installed."""
    program = shutil.which(name, path=os.fspath(Path(sys.executable).parent))
    if program is None:
        pytest.skip(f"{name} is not installed: pip install -e '.[dev,pipeline]'")
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.whole
@pytest.mark.parametrize("fence", documents("jobs"), ids=named)
def test_workflows_pass_the_schema_and_zizmor(fence: Fence, tmp_path: Path) -> None:
    path = tmp_path / ".github" / "workflows" / "clblint.yml"
    path.parent.mkdir(parents=True)
    path.write_text(fence.text, encoding="utf-8")
    (tmp_path / "zizmor.yml").write_text(ZIZMOR, encoding="utf-8")
    tool("check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(path), folder=tmp_path)
    tool("zizmor", "--offline", "--no-progress", "--config", "zizmor.yml", ".github", folder=tmp_path)


@pytest.mark.parametrize("fence", documents("jobs"), ids=named)
def test_workflows_give_the_action_what_it_takes(fence: Fence) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (job,) = yaml.safe_load(fence.text)["jobs"].values()
    (step,) = [step for step in job["steps"] if step["uses"].startswith("clblint/clblint@")]
    assert set(step.get("with", {})) <= set(action["inputs"])


@pytest.mark.whole
@pytest.mark.parametrize("fence", documents("clblint"), ids=named)
def test_gitlab_jobs_pass_the_schema(fence: Fence, tmp_path: Path) -> None:
    (tmp_path / ".gitlab-ci.yml").write_text(fence.text, encoding="utf-8")
    tool("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", ".gitlab-ci.yml", folder=tmp_path)


@pytest.mark.parametrize("base", ["", "HEAD"])
@pytest.mark.parametrize("fence", documents("clblint"), ids=named)
def test_gitlab_jobs_write_the_report(fence: Fence, base: str, project: Project) -> None:
    job = yaml.safe_load(fence.text)["clblint"]
    done = project.run("\n".join([f"CI_MERGE_REQUEST_DIFF_BASE_SHA={base}", "set +u", *job["script"]]))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((project.folder / job["artifacts"]["reports"]["codequality"]).read_bytes()) == []


@pytest.mark.whole
@pytest.mark.parametrize("fence", documents("repos"), ids=named)
def test_hooks_exist(fence: Fence, tmp_path: Path) -> None:
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    (repository,) = yaml.safe_load(fence.text)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} <= hooks
    (tmp_path / "config.yaml").write_text(fence.text, encoding="utf-8")
    tool("pre-commit", "validate-config", "config.yaml", folder=tmp_path)


@pytest.mark.whole
@pytest.mark.parametrize("fence", fences("dockerfile"), ids=named)
def test_images_pass_hadolint(fence: Fence, tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(fence.text, encoding="utf-8")
    # DL3006, DL3013: the reader's own tag and the reader's own pack
    tool("hadolint", "--ignore=DL3006", "--ignore=DL3013", "Dockerfile", folder=tmp_path)


VERSIONS = re.compile(r"(?:clblint/clblint[@/]v|\.git[#@]v|rev: v|clblint==|/clblint:|default: )(\d+\.\d+\.\d+)")


@pytest.mark.parametrize(
    "path", [*PAGES, ROOT / "README.zh-CN.md", ROOT / "templates" / "clblint.yml"], ids=lambda path: path.name
)
def test_pages_name_this_version(path: Path) -> None:
    assert set(VERSIONS.findall(path.read_text(encoding="utf-8"))) <= {clblint.__version__}


def test_every_parameter_of_a_rule_and_a_problem_has_its_row() -> None:
    of_rule, of_problem = page("plugins.md").split("| parameter |")[1:]
    for table, made_by in ((of_rule, rule), (of_problem, problem)):
        named = inspect.signature(made_by).parameters.values()
        wanted = {one.name for one in named if one.kind is inspect.Parameter.KEYWORD_ONLY}
        assert set(column(f"| parameter |{table}", "parameter")) == wanted


def test_every_format_has_its_row() -> None:
    assert sorted(column(page("cli.md"), "name")) == sorted(REPORTERS)


def test_every_variable_has_its_row() -> None:
    """Whether the name stands where the variable is read, or is handed on to what reads it."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "clblint").rglob("*.py"))
    read = set(re.findall(r"environ(?:\.get\(\s*|\[)\"([A-Z_]+)\"|\"(CLBLINT_[A-Z_]+)\"", code))
    rows = set(column(page("cli.md"), "variable"))
    assert {name for names in read for name in names if name} <= rows
    assert {name for name in rows if f'"{name}"' not in code} == set()


def test_every_fact_about_the_cluster_has_its_row_and_its_line() -> None:
    facts = [*CONFIG["cluster"]["properties"]]
    assert column(page("cluster-profile.md"), "fact") == facts
    (sample,) = [text for name, _, text in fences("yaml") if name == "cluster-profile.md"]
    assert [*yaml.safe_load(sample)["cluster"]] == facts


def test_every_input_and_output_of_the_action_has_its_word() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    text = page("github-actions.md")
    assert column(text, "input") == [*action["inputs"]]
    (outputs,) = re.findall(r"^Outputs: (.*)\.$", text, re.MULTILINE)
    assert re.findall(r"`(.*?)`", outputs) == [*action["outputs"]]


def test_the_schemas_are_where_the_page_says() -> None:
    found = re.findall(r"clblint/clblint/v[\d.]+/([\w./]+)", page("editors.md"))
    assert found
    assert all((ROOT / path).is_file() for path in found)


def concise_lines() -> list[str]:
    """Give the findings of the examples, one a line."""
    return output_of("clblint --format concise examples/").splitlines()


@pytest.mark.whole
def test_the_problem_matcher_understands_every_line() -> None:
    (tasks,) = [json.loads(fence.text) for fence in fences("json") if '"tasks"' in fence.text]
    pattern: dict[str, Any] = tasks["tasks"][0]["problemMatcher"]["pattern"]
    for line in concise_lines():
        found = re.fullmatch(pattern["regexp"], line)
        assert found, line
        assert found[pattern["severity"]] in {"error", "warning", "note"}
        assert line == "{}:{}:{}: {} {}: {}".format(
            *(found[pattern[name]] for name in ("file", "line", "column", "severity", "code", "message"))
        )


@pytest.mark.whole
def test_vim_understands_every_line(tmp_path: Path) -> None:
    if shutil.which("vim") is None:
        pytest.skip("needs vim")
    (settings,) = fences("vim")
    (tmp_path / "settings.vim").write_text(settings.text, encoding="utf-8")
    (tmp_path / "found").write_text("\n".join(concise_lines()), encoding="utf-8")
    listed = 'map(getqflist(), {_, one -> bufname(one.bufnr) .. ":" .. one.lnum .. ":" .. one.col .. ":" .. one.type})'
    commands = ["source settings.vim", "set shellpipe=", "cgetfile found", f'call writefile({listed}, "read")', "qa!"]
    program = ["vim", "-Nu", "NONE", "-i", "NONE", "-es", *(part for text in commands for part in ("-c", text))]
    subprocess.run(program, cwd=tmp_path, check=True, capture_output=True, timeout=600)
    wanted = [re.sub(r": (.).*", r":\1", line, count=1) for line in concise_lines()]
    assert (tmp_path / "read").read_text(encoding="utf-8").splitlines() == wanted
