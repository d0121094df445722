"""The extension for VS Code compiles, and its own tests pass."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from clblint import __version__
from tests.packaging.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

EXTENSION = ROOT / "editors" / "vscode"


@pytest.fixture
def npm(_processes: None) -> str:
    found = shutil.which("npm")
    if found is None:
        pytest.skip("npm is not there")
    return found


def test_its_tests_pass(npm: str, tmp_path: Path) -> None:
    copy = tmp_path / "vscode"
    shutil.copytree(EXTENSION, copy, ignore=shutil.ignore_patterns("node_modules", "out"))
    for command in (["ci", "--no-audit", "--no-fund"], ["test"]):
        done = subprocess.run([npm, *command], cwd=copy, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr


def test_it_has_the_version_of_clblint_and_names_no_registry() -> None:
    told = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    lock = (EXTENSION / "package-lock.json").read_text(encoding="utf-8")
    assert told["version"] == __version__
    assert "resolved" not in lock


def test_it_has_the_settings_that_the_documentation_lists() -> None:
    text = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    table = text[text.index("| setting |") : text.index("## VS Code")]
    told = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    settings = {name.removeprefix("clblint.") for name in told["contributes"]["configuration"]["properties"]}
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == settings - {"path", "trace.server"}
