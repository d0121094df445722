"""The real command line in a subprocess, which is stopped if it never ends."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.files import new_cache
from tests.preloaded import clblint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

HANGS = 600.0  # seconds: only what never ends takes so long

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports:
  - port: 80
"""


class Ran(NamedTuple):
    """What a run gave."""

    code: int
    out: str
    err: str


class Clblint:
    """`clblint` in a folder of its own, with an empty HOME and no cache from elsewhere."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        new_cache(home / "cache" / "clblint")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("CLBLINT_", "PYTHON"))},
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "PYTHONUTF8": "1",
        }

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the project."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def run(
        self,
        *arguments: str | Path,
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
    ) -> Ran:
        """Run it; whatever happens, a traceback is never the answer."""
        words = tuple(map(str, arguments))
        if before or environment:
            done = subprocess.run(
                [*before, sys.executable, "-m", "clblint", *words],
                cwd=self.folder,
                env={**self.environment, **(environment or {})},
                input=stdin,
                capture_output=True,
                timeout=HANGS,
                check=False,
            )
        else:
            done = clblint(words, cwd=self.folder, env=self.environment, stdin=stdin)
        ran = Ran(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
        assert "Traceback" not in ran.err, ran.err
        return ran


@pytest.fixture
def project(tmp_path: Path, _processes: None) -> Clblint:
    """Make a project with one Service that has one finding: `local-without-wrr`."""
    folder = tmp_path / "project"
    made = Clblint(folder, tmp_path / "home")
    made.write("web.yaml", SERVICE)
    (folder / ".git").mkdir()  # the project ends here
    return made
