"""Running the real command line under a locale."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.files import new_cache

if TYPE_CHECKING:
    from pathlib import Path

LOCAL = """\
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
"""


class Run(Protocol):
    """Run `clblint` in a folder of its own that holds one manifest with findings."""

    def __call__(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run with these arguments and environment variables."""
        ...


@pytest.fixture
def run(tmp_path: Path, _processes: None) -> Run:
    """A runner whose cache is its own and whose working directory is the test's folder."""
    (tmp_path / "web.yaml").write_text(LOCAL, encoding="utf-8")
    (tmp_path / ".git").mkdir()  # the end of the way upward to a configuration

    cache = new_cache(tmp_path / ".cache")

    def runner(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "clblint", *arguments],
            cwd=tmp_path,
            env={
                **{name: value for name, value in os.environ.items() if name not in {"LC_ALL", "LC_MESSAGES", "LANG"}},
                "CLBLINT_CACHE_DIR": str(cache),
                "PYTHONIOENCODING": "utf-8",
                **environment,
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return runner
