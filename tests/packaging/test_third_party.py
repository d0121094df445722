"""The pack of docs/plugins.md, built and installed beside the clblint wheel in a fresh environment."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
from typing import TYPE_CHECKING

import pytest

from tests.packaging.conftest import ROOT, build

if TYPE_CHECKING:
    from pathlib import Path

    from tests.packaging.conftest import Distribution

pytestmark = pytest.mark.whole

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
RULE = "acme/public-load-balancer"


def file_of_the_page(name: str) -> str:
    """Give the fenced block after the name of a file."""
    found = re.search(rf"^`{re.escape(name)}`:\n\n(`{{3,}})\w+\n(.*?)^\1$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[2]


@pytest.fixture(scope="module")
def environment(distribution: Distribution, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment with clblint and the pack, and nothing of this one; its `bin` folder."""
    source, folder = tmp_path_factory.mktemp("acme"), tmp_path_factory.mktemp("venv")
    for name in ("pyproject.toml", "acme_clblint.py"):
        (source / name).write_text(file_of_the_page(name), encoding="utf-8")
    build(source, source / "dist", "--wheel")
    (pack,) = (source / "dist").glob("*.whl")
    venv.create(folder, symlinks=True)
    bin_folder = folder / ("Scripts" if sys.platform == "win32" else "bin")
    command = [sys.executable, "-m", "pip", "--python", str(bin_folder / "python"), "install", "--quiet"]
    done = subprocess.run([*command, str(distribution.wheel), str(pack)], capture_output=True, text=True, check=False)
    if done.returncode and "No matching distribution found for" in done.stderr:
        pytest.skip("pip reaches no index with the packages that clblint needs")
    assert done.returncode == 0, done.stderr
    return bin_folder


def run(environment: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the environment, far from the tree."""
    command = [str(environment / arguments[0]), *arguments[1:]]
    return subprocess.run(command, cwd=environment, capture_output=True, text=True, check=False)


def test_its_rule_is_found_among_the_findings(environment: Path) -> None:
    ran = run(environment, "clblint", "--no-cache", "--format", "concise", str(ROOT / "examples" / "search.yaml"))
    assert (ran.returncode, ran.stderr) == (1, "")
    assert f" error {RULE}: " in ran.stdout


def test_the_built_in_rules_are_found_with_it(environment: Path) -> None:
    ran = run(environment, "clblint", "--no-cache", "--format", "concise", str(ROOT / "examples" / "search.yaml"))
    assert " warning unknown-annotation: " in ran.stdout


def test_clblint_plugins_names_it(environment: Path) -> None:
    ran = run(environment, "clblint", "plugins")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.search(r"^acme_clblint +acme-clblint 1\.0 ", ran.stdout, re.MULTILINE)


def test_clblint_explain_shows_its_page(environment: Path) -> None:
    ran = run(environment, "clblint", "explain", RULE)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "What the internet may reach stands behind our gateway." in ran.stdout


def test_its_page_passes(environment: Path) -> None:
    code = "from clblint.testing import check_page, rules_of\nfor rule in rules_of('acme_clblint'): check_page(rule)"
    ran = run(environment, "python", "-c", code)
    assert ran.returncode == 0, ran.stderr
