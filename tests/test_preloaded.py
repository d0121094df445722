"""The process that runs of the command are forks of."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests import preloaded

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.whole,
    pytest.mark.skipif(os.name != "posix", reason="no process is forked"),
]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Give one in which a run is a fork."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "CLBLINT_CACHE_DIR": str(tmp_path / ".cache")}


@pytest.mark.parametrize("arguments", [("--version",), ("web.yaml",), ("gone.yaml",), ("-",)], ids=" ".join)
def test_a_run_is_that_of_a_process_of_its_own(
    arguments: tuple[str, ...], tmp_path: Path, environment: dict[str, str]
) -> None:
    text = b"apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"
    (tmp_path / "web.yaml").write_bytes(text)
    forked = preloaded.clblint(arguments, cwd=tmp_path, env=environment, stdin=text)
    command = [sys.executable, "-m", "clblint", *arguments]
    alone = subprocess.run(command, cwd=tmp_path, env=environment, input=text, capture_output=True, check=False)
    assert (forked.returncode, forked.stdout, forked.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def test_a_process_that_ends_fails_one_run(tmp_path: Path, environment: dict[str, str]) -> None:
    _, process = preloaded._server()  # noqa: SLF001 - nobody else ends it
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with pytest.raises((OSError, ValueError)):
        preloaded.clblint(("--version",), cwd=tmp_path, env=environment)
    assert preloaded.clblint(("--version",), cwd=tmp_path, env=environment).returncode == 0


def test_a_run_that_hangs_is_ended(tmp_path: Path, environment: dict[str, str]) -> None:
    connection, process = preloaded._server()  # noqa: SLF001 - nobody else slows it
    os.kill(process.pid, signal.SIGSTOP)
    connection.settimeout(0.1)
    with pytest.raises(TimeoutError):
        preloaded.clblint(("--version",), cwd=tmp_path, env=environment)
    assert process.returncode == -signal.SIGKILL
    assert preloaded.clblint(("--version",), cwd=tmp_path, env=environment).returncode == 0
