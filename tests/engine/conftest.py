"""Running the real command line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.engine.flux_trees import made
from tests.files import new_cache
from tests.preloaded import as_text, clblint

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path


class Run(Protocol):
    """Run `clblint` in a folder of its own."""

    def __call__(self, *arguments: str, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run with these arguments."""
        ...


@pytest.fixture
def run(tmp_path: Path, _processes: None) -> Run:
    """A runner whose cache is its own and whose working directory is the test's folder."""
    cache = new_cache(tmp_path / ".cache")

    def runner(*arguments: str, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "CLBLINT_CACHE_DIR": str(cache), "NO_COLOR": "1"}
        return as_text(clblint(arguments, cwd=cwd or tmp_path, env=environment, stdin=stdin.encode()))

    return runner


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with an overlay, which nothing deploys yet."""
    return made(tmp_path, monkeypatch)


@pytest.fixture
def interrupted_at_the_second_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl-C comes while the second process is begun; fails if that leaves the first one, or a pipe."""
    begun: list[int] = []
    fork = os.fork

    def interrupted() -> int:
        if begun:
            raise KeyboardInterrupt
        begun.append(fork())
        return begun[-1]

    monkeypatch.setattr(os, "fork", interrupted)
    open_before = len(os.listdir("/proc/self/fd"))
    yield
    with pytest.raises(ChildProcessError):  # it has ended, and was waited for
        os.waitpid(begun[0], os.WNOHANG)
    assert len(os.listdir("/proc/self/fd")) == open_before
