"""Style, types and layers, with the tools that everybody uses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.conftest import ROOT

COMMANDS = {
    "ruff check": [sys.executable, "-m", "ruff", "check", "--quiet", "."],
    "ruff format": [sys.executable, "-m", "ruff", "format", "--check", "--quiet", "."],
    "mypy": [sys.executable, "-m", "mypy"],
    "import contracts": [str(Path(sys.executable).with_name("lint-imports"))],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_style(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
