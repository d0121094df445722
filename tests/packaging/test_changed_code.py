"""Results of older code are never shown: any file of clblint and of its plugins counts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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


def names_of_stored(copy: Path) -> set[str]:
    """What one more run stores its results under."""
    cache = copy / "cache"
    search = os.pathsep.join(str(copy / name) for name in (".", "plugins", "schemas"))
    environment = {**os.environ, "PYTHONPATH": search, "CLBLINT_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "clblint", "web.yaml"]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
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
    before = names_of_stored(copy)
    assert names_of_stored(copy) == before
    with (copy / changed).open("a", encoding="utf-8") as stream:
        stream.write("# one line more\n")
    assert len(names_of_stored(copy)) == len(before) + 1
