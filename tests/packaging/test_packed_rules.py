"""A wheel brings the attributes of its rules: its first run loads no plugins, and tells the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from clblint.lint.rule import to_row
from clblint.plugins.packed_rules import NAME, key_of_code
from tools.rule_data import own_rules

if TYPE_CHECKING:
    from pathlib import Path

    from tests.packaging.conftest import Distribution

PLUGIN = """
from clblint.plugins.markers import hookimpl

@hookimpl
def clblint_rules():
    return []
"""
RUN = "import sys; from clblint.cli.main import main; code = main(sys.argv[1:]); print('pluggy' in sys.modules, code)"


@pytest.fixture
def installed(distribution: Distribution, tmp_path: Path) -> Path:
    """What is installed from the wheel."""
    folder = tmp_path / "installed"
    with zipfile.ZipFile(distribution.wheel) as archive:
        archive.extractall(folder)
    (tmp_path / "web.yaml").write_text(
        "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n"
        "spec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}\n",
        encoding="utf-8",
    )
    return folder


def first_run(installed: Path) -> list[str]:
    """The lines of a run on a machine that has stored nothing, and behind them whether plugins were loaded."""
    folder = installed.parent
    shutil.rmtree(folder / "cache", ignore_errors=True)
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "CLBLINT_CACHE_DIR": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", RUN, "--format=concise", "--pedantic", "web.yaml"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_first_run_loads_no_plugins(installed: Path) -> None:
    *found, last = first_run(installed)
    assert (last, any("local-without-wrr" in line for line in found)) == ("False 1", True)
    (installed / "clblint_schemas" / f"{NAME}.py").unlink()
    assert first_run(installed) == [*found, "True 1"]


def test_a_changed_module_is_read(installed: Path) -> None:
    module = installed / "clblint_listeners" / "local_without_wrr.py"
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace('"local-without-wrr"', '"local-without-any-wrr"'), encoding="utf-8")
    *found, last = first_run(installed)
    assert (last, any("local-without-any-wrr" in line for line in found)) == ("True 1", True)


def test_plugins_of_others_are_loaded(installed: Path) -> None:
    metadata = installed / "stranger-1.0.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text("[clblint]\nstranger = stranger\n", encoding="utf-8")
    (installed / "stranger.py").write_text(PLUGIN, encoding="utf-8")
    assert first_run(installed)[-1] == "True 1"


def test_a_disabled_pack_has_no_rules(installed: Path) -> None:
    (installed.parent / ".clblint.yaml").write_text("plugins: {disable: [clblint_listeners]}\n", encoding="utf-8")
    *found, last = first_run(installed)
    assert last == "False 1"
    assert found
    assert not any("local-without-wrr" in line for line in found)


def test_the_rows_are_those_of_the_rules(distribution: Distribution) -> None:
    packed: dict[str, object] = {}
    with zipfile.ZipFile(distribution.wheel) as archive:
        exec(archive.read(f"clblint_schemas/{NAME}.py"), packed)  # noqa: S102 - our own wheel
    rows: dict[str, list[object]] = {}
    for rule in own_rules():
        rows.setdefault(rule.pack, []).append(to_row(rule))
    assert packed["ROWS"] == rows
    assert packed["KEY"] == key_of_code(rows)
