"""CONTRIBUTING.md shows the tree as it is."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.docs.samples import ROOT
from tools.import_picture import filled

if TYPE_CHECKING:
    from pathlib import Path

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = re.findall(r"^\| (`.*?`) \| .* \|$", TEXT.partition("## The tree")[2].partition("## Adding")[0], re.MULTILINE)
NAMED = [path for cell in MAP for path in re.findall(r"`([^`]+)`", cell)]
# What people know without a map, and what machines read.
KNOWN = {"LICENSE", "README.md", "README.zh-CN.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Dockerfile"}
SETTINGS = {"pyproject.toml", "zensical.toml"}


def test_the_picture_is_fresh() -> None:
    """If this fails: python -m tools.generate."""
    assert filled(TEXT) == TEXT


@pytest.mark.parametrize("path", NAMED)
def test_what_the_map_names_is_there(path: str) -> None:
    assert (ROOT / path).is_dir() if path.endswith("/") else (ROOT / path).is_file()


def test_the_map_names_every_folder_of_clblint() -> None:
    folders = {path.parent.name for path in (ROOT / "clblint").glob("*/*") if path.suffix in {".py", ""}}
    assert {f"clblint/{name}/" for name in folders - {"__pycache__"}} <= set(NAMED)


def test_the_map_names_what_else_is_in_the_tree() -> None:
    listed = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    ignored = {line.strip("/") for line in listed}
    there = {path.name + "/" * path.is_dir() for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert {name for name in there if name.strip("/") not in ignored} - KNOWN - SETTINGS - {"clblint/"} <= set(NAMED)


def test_folders_that_are_named_within_others_are_there() -> None:
    for row in re.findall(r"^\| `(clblint/\w+/)` \| (.*) \|$", TEXT, re.MULTILINE):
        for inner in re.findall(r"`(\w+/)`", row[1]):
            assert (ROOT / row[0] / inner).is_dir(), inner


def test_every_variable_is_documented() -> None:
    """Those of the tests here, and those of clblint on the page of its command line."""
    folders = ("clblint", "tools", "tests", "benchmarks")
    code = "\n".join(path.read_text(encoding="utf-8") for name in folders for path in (ROOT / name).rglob("*.py"))
    read = set(re.findall(r"\"(CLBLINT_[A-Z_]*[A-Z])\"", code))
    own = set(re.findall(r"`(CLBLINT_[A-Z_]+)`", TEXT))
    assert read - own - set(re.findall(r"`(CLBLINT_[A-Z_]+)`", (ROOT / "docs" / "cli.md").read_text("utf-8"))) == set()
    assert {name for name in own if f'"{name}"' not in code} == set()


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")], ids=lambda path: path.name)
def test_every_module_that_a_document_runs_is_there(path: Path) -> None:
    for name in set(re.findall(r"python3? -m ([\w.]+\w)", path.read_text(encoding="utf-8"))):
        spec = find_spec(name)
        assert spec is not None, name
        assert spec.submodule_search_locations is None or find_spec(f"{name}.__main__"), name
