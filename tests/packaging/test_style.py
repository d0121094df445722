"""Style, types and layers, with the tools that everybody uses."""

from __future__ import annotations

import os
import re
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
    "cython-lint": [str(Path(sys.executable).with_name("cython-lint")), "clblint"],
}


@pytest.mark.whole
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_linters_find_nothing(command: list[str]) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # cython-lint starts pycodestyle
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("folder", ["clblint", "plugins", "benchmarks"])
def test_whatever_is_excused_has_a_reason(folder: str) -> None:
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"  # noqa(?!: [A-Z]+\d+(?:, [A-Z]+\d+)* --? [\w`])", line)
    ]
    assert bare == []
