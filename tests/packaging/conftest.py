"""The distribution, built once, and `clblint` with other people's plugins beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Distribution(NamedTuple):
    """What is published."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="session")
def distribution(tmp_path_factory: pytest.TempPathFactory, _processes: None) -> Distribution:
    """Build the source distribution from the tree, and the wheel from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Distribution(wheel, sdist)


def build(source: Path, folder: Path, *what: str) -> None:
    """Build a project with the back end that is installed here."""
    command = [sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class Plugins:
    """A folder with plugins that look installed, beside the built-in ones, and a manifest with one finding."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules = folder / "modules"
        self.manifest = folder / "project" / "web.yaml"
        self.manifest.parent.mkdir()
        self.manifest.write_text(
            "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n"
            "spec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}\n",
            encoding="utf-8",
        )

    def add(self, name: str, code: str) -> None:
        """Install a distribution of one module, as pip would leave it behind."""
        metadata = self.modules / f"{name}-1.0.dist-info"
        metadata.mkdir(parents=True)
        (self.modules / f"{name}.py").write_text(code, encoding="utf-8")
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (metadata / "entry_points.txt").write_text(f"[clblint]\n{name} = {name}\n", encoding="utf-8")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `clblint` with the plugins."""
        return subprocess.run(
            [sys.executable, "-m", "clblint", *arguments],
            cwd=self.manifest.parent,
            env={
                **os.environ,
                "PYTHONPATH": str(self.modules),
                "PYTHONDONTWRITEBYTECODE": "1",
                "CLBLINT_CACHE_DIR": str(self.folder / "cache"),
            },
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def plugins(tmp_path: Path, _processes: None) -> Plugins:
    """Make a folder without any plugin of a stranger yet."""
    return Plugins(tmp_path)
