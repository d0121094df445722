"""What the documents say holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

import clblint
from clblint.kube.versions import is_older
from clblint.plugins.manager import load_plugins
from tests.packaging.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^(`{3,})(\w+)\n(.*?)^\1$", README, re.MULTILINE | re.DOTALL)
DOCUMENTS = sorted(path.name for path in ROOT.glob("*.md"))


def blocks(language: str) -> list[str]:
    """Give the fenced blocks of a language."""
    return [text for _, name, text in BLOCKS if name == language]


def test_the_first_two_commands_set_up_everything_and_stand_alone() -> None:
    """Those in ```sh fences, which `.ci/run` runs; what installs a release is fenced as bash."""
    commands = blocks("sh")[:2]
    for command in commands:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install -q -e ")
        assert command.count("\n") == 1
    assert [command.split(" && ")[-1] for command in commands] == [
        ".venv/bin/clblint examples/\n",
        ".venv/bin/python -m pytest -n auto --dist worksteal\n",
    ]


def test_contributing_names_the_same_command_for_the_tests() -> None:
    assert blocks("sh")[1] in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def clblint_at(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `clblint` in a folder, with nothing on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "clblint", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


@pytest.mark.whole
def test_the_readme_names_every_format(tmp_path: Path) -> None:
    said = clblint_at(tmp_path, "--format", "nothing").stderr.strip().rpartition("there are ")[2].split(", ")
    (text,) = re.findall(r"^### Formats and exit codes\n\n(.*?)^$", README, re.MULTILINE | re.DOTALL)
    assert set(said) == set(re.findall(r"`(\w+)`", text))


@pytest.mark.whole
def test_the_configuration_of_the_readme_is_valid(tmp_path: Path) -> None:
    (text,) = (text for text in blocks("yaml") if text.startswith("cluster:"))
    (tmp_path / ".clblint.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "values.yaml").write_text("a: 1\n", encoding="utf-8")
    assert clblint_at(tmp_path).stderr == ""


def test_the_hooks_of_the_readme_exist() -> None:
    (text,) = (text for text in blocks("yaml") if text.startswith("repos:"))
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    (repository,) = yaml.safe_load(text)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} <= hooks
    assert repository["rev"] == f"v{clblint.__version__}"


def test_no_rule_is_newer_than_the_version() -> None:
    rules = load_plugins().rules
    assert {rule.name for rule in rules if is_older(clblint.__version__, rule.since)} == set()


def test_the_changelog_has_the_version() -> None:
    """And where a tag is built, nothing that is not in its section."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = text.partition("## [Unreleased]\n")[2].partition("\n## [")[0]
    assert not os.environ.get("CLBLINT_RELEASE") or not unreleased.strip()
    assert re.search(rf"^## \[{re.escape(clblint.__version__)}\] - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_that_a_document_names_exists(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for path in re.findall(
        r"`((?:clblint|plugins|schemas|examples|benchmarks|tests|tools|\.ci|\.github)/[a-z_./]*)`", text
    ):
        assert (ROOT / path).exists(), path


@pytest.mark.whole
def test_the_examples_show_several_rules_and_a_clean_file() -> None:
    ran = clblint_at(ROOT, "--no-cache", "--format", "concise", "examples")
    assert ran.returncode == 1
    rules = {line.split(": ")[1].split()[1] for line in ran.stdout.splitlines()}
    assert len(rules) >= 6
    assert "clean.yaml" not in ran.stdout
