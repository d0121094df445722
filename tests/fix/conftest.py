"""The real command line, on bytes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.files import new_cache
from tests.preloaded import clblint

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path


class Run(Protocol):
    """Run `clblint` in a folder of its own."""

    def __call__(
        self, *arguments: str, cwd: Path | None = None, stdin: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        """Run with these arguments."""
        ...


@pytest.fixture
def run(tmp_path: Path, _processes: None) -> Run:
    """A runner whose cache is its own and whose working directory is the test's folder."""
    cache = new_cache(tmp_path.parent / f"{tmp_path.name}-cache")

    def runner(*arguments: str, cwd: Path | None = None, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, "CLBLINT_CACHE_DIR": str(cache), "NO_COLOR": "1"}
        return clblint(arguments, cwd=cwd or tmp_path, env=environment, stdin=stdin)

    return runner
