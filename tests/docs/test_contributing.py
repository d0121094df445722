"""CONTRIBUTING.md shows the tree as it is."""

from __future__ import annotations

import re

import pytest

from tests.docs.samples import ROOT
from tools.import_picture import filled

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
