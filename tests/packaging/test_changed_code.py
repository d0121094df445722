"""Results of older code are never shown: any file of clblint and of its plugins counts, or what pip recorded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.packaging.conftest import Distribution

ROOT = Path(__file__).parents[2]
PACKAGES = (".", "plugins", "schemas")
PLUGIN = """
from clblint.plugins.markers import hookimpl

@hookimpl
def clblint_rules():
    return []
"""
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, _processes: None) -> Path:
    """A copy of the packages, which run from there."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.c")
    for name in ("clblint", "plugins", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    (folder / "web.yaml").write_text(SERVICE, encoding="utf-8")
    return folder


@pytest.fixture
def installed(distribution: Distribution, tmp_path: Path) -> Path:
    """The wheel as pip lays it out."""
    with zipfile.ZipFile(distribution.wheel) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "web.yaml").write_text(SERVICE, encoding="utf-8")
    return tmp_path


def names_of_stored(folder: Path, packages: Sequence[str] = (".",)) -> set[str]:
    """What all runs so far and one more store their results under."""
    cache = folder / "cache"
    search = os.pathsep.join(str(folder / name) for name in packages)
    environment = {**os.environ, "PYTHONPATH": search, "CLBLINT_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "clblint", "web.yaml"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    return {one.name for one in cache.iterdir() if one.name.startswith("files-")}


@pytest.mark.parametrize(
    "changed",
    [
        "clblint/__init__.py",
        "clblint/engine/dispatch.py",
        "clblint/kube/project/selectors.py",
        "plugins/clblint_backends/replicas_zero.py",
        "schemas/clblint_schemas/index.py",
    ],
)
def test_a_change_of_any_module_makes_stored_results_old(copy: Path, changed: str) -> None:
    before = names_of_stored(copy, PACKAGES)
    assert names_of_stored(copy, PACKAGES) == before
    with (copy / changed).open("a", encoding="utf-8") as stream:
        stream.write("# one line more\n")
    assert len(names_of_stored(copy, PACKAGES)) == len(before) + 1


def test_a_change_of_a_plugin_of_one_module_makes_stored_results_old(copy: Path) -> None:
    metadata = copy / "stranger-1.0.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text("[clblint]\nstranger = stranger\n", encoding="utf-8")
    module = copy / "stranger.py"
    module.write_text(PLUGIN, encoding="utf-8")
    before = names_of_stored(copy, PACKAGES)
    assert names_of_stored(copy, PACKAGES) == before
    module.write_text(PLUGIN + "# one line more\n", encoding="utf-8")
    assert len(names_of_stored(copy, PACKAGES)) == len(before) + 1


def test_what_is_installed_once_more_shows_the_results_that_are_there(installed: Path) -> None:
    before = names_of_stored(installed)
    for file in installed.rglob("clblint*/**/*.py"):
        os.utime(file, (1, 1))
    assert names_of_stored(installed) == before


def test_another_installation_makes_stored_results_old(installed: Path) -> None:
    before = names_of_stored(installed)
    (record,) = installed.glob("clblint-*.dist-info/RECORD")
    recorded = record.read_text(encoding="utf-8")
    record.write_text(recorded.replace("sha256=", "sha256=0", 1), encoding="utf-8")
    assert len(names_of_stored(installed)) == len(before) + 1


def test_without_a_record_every_file_counts(installed: Path) -> None:
    (record,) = installed.glob("clblint-*.dist-info/RECORD")
    record.unlink()
    before = names_of_stored(installed)
    assert names_of_stored(installed) == before
    os.utime(installed / "clblint_listeners" / "local_without_wrr.py", (1, 1))
    assert len(names_of_stored(installed)) == len(before) + 1
