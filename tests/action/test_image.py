"""The Dockerfile, as far as it can be tried without Docker."""

from __future__ import annotations

import re
import shutil
import zipfile
from typing import TYPE_CHECKING

import pathspec
import pytest

from tests.action.conftest import ROOT
from tests.packaging.conftest import build

if TYPE_CHECKING:
    from pathlib import Path

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COPIED = [
    name.rstrip("/") for line in re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()
]
LEFT_OUT = pathspec.GitIgnoreSpec.from_lines((ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines())


def files_of(name: str) -> list[str]:
    """Give the files that a COPY means, as paths from the root."""
    path = ROOT / name
    found = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [item.relative_to(ROOT).as_posix() for item in found if item.is_file()]


def test_what_is_copied_exists_and_reaches_the_builder() -> None:
    assert COPIED
    for name in COPIED:
        sent = [path for path in files_of(name) if not LEFT_OUT.match_file(path)]
        assert sent == [path for path in files_of(name) if "__pycache__" not in path] != []


def test_nothing_else_reaches_the_builder() -> None:
    sent = {path.name for path in ROOT.iterdir() if not LEFT_OUT.match_file(path.name + "/" * path.is_dir())}
    assert sent == set(COPIED)


@pytest.mark.whole
def test_what_is_copied_is_enough_for_the_wheel(tmp_path: Path) -> None:
    for name in COPIED:
        for path in files_of(name):
            (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, tmp_path / "tree" / path)
    build(tmp_path / "tree", tmp_path / "dist", "--wheel")
    (wheel,) = (tmp_path / "dist").iterdir()
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert {"clblint/cli/main.py", "clblint_manifest/__init__.py", "clblint_schemas/annotations.json"} <= set(names)


def test_the_image_runs_clblint_as_an_ordinary_user() -> None:
    assert re.search(r"^USER [1-9]\d*$", DOCKERFILE, re.MULTILINE)
    assert DOCKERFILE.endswith('ENTRYPOINT ["clblint"]\n')


def test_the_base_is_named_once_and_can_be_pinned() -> None:
    assert re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) == ["${BASE}", "${BASE}"]
    assert re.search(r"^ARG BASE=python:3\.\d+-slim-\w+$", DOCKERFILE, re.MULTILINE)
