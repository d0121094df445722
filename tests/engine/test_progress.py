"""How far a run has come: on a terminal, in time, and gone at the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.files import MANY, write_many

from .terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.whole

SHOWN = re.compile(r"\r\x1b\[Kclblint: ([\d,]+) of ([\d,]+) files (read|checked)")
ERASED = "\r\x1b[K"

# Reading takes a moment, as it would with many or large files.
SLOW = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from clblint.engine import pool, progress
progress._FIRST, progress._NEXT = %(first)s, 0.05
pool.WORTH_DROPPING = %(dropping)s
from clblint.kube import manifest
from clblint.engine import worker
real_read, real_check = worker.read_manifest, worker.Worker._checked
def read_slowly(*arguments, **options):
    time.sleep(%(read)s)
    return real_read(*arguments, **options)
def check_slowly(*arguments):
    time.sleep(%(check)s)
    return real_check(*arguments)
worker.read_manifest, worker.Worker._checked = read_slowly, check_slowly
import sys
from clblint.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_many(tmp_path / "project")


def slowly(read: float = 0.015, check: float = 0.015, first: float = 0.5, dropping: int = MANY + 1) -> str:
    """A program whose files take their time; `first` is when something is shown for the first time.

    From as many files on as `dropping` says, they are checked as they are read.
    """
    return SLOW % {"read": read, "check": check, "first": first, "dropping": dropping}


def shown(folder: Path, *arguments: str, program: str = "", term: str = "xterm") -> str:
    """What standard error shows on a terminal, while the report goes to a file."""
    command = [sys.executable, "-c", program or slowly(), "--no-cache", *arguments]
    environment = {**os.environ, "TERM": term, "CLBLINT_DEBUG": "1"}
    with Terminal(command, folder, environment, folder.parent / "report") as terminal:
        return terminal.finish()


@pytest.mark.parametrize(("dropping", "stages"), [(MANY + 1, {"read", "checked"}), (MANY, {"checked"})])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_long_run_shows_how_far_it_is_and_leaves_nothing(
    project: Path, jobs: str, dropping: int, stages: set[str]
) -> None:
    text = shown(project, "--jobs", jobs, program=slowly(dropping=dropping))
    lines = SHOWN.findall(text)
    assert {stage for _, _, stage in lines} == stages
    assert {total for _, total, _ in lines} == {str(MANY)}
    for stage in stages:
        counts = [int(done) for done, _, name in lines if name == stage]
        assert counts == sorted(counts)
        assert counts[-1] > MANY / 2
    assert SHOWN.sub("", text) == ERASED
    assert text.endswith(ERASED)


def test_all_processes_are_counted(project: Path) -> None:
    """One of two processes alone would not come beyond half of the files."""
    counts = [int(done) for done, _, stage in SHOWN.findall(shown(project, "--jobs", "2")) if stage == "checked"]
    assert max(counts) > MANY * 0.75


def test_a_short_run_shows_nothing(project: Path) -> None:
    assert shown(project, program=slowly(read=0, check=0, first=3600)) == ""


@pytest.mark.parametrize(("arguments", "term"), [(("-q",), "xterm"), ((), "dumb"), ((), "")])
def test_progress_is_not_shown_where_it_is_switched_off(project: Path, arguments: tuple[str, ...], term: str) -> None:
    assert shown(project, *arguments, term=term) == ""


def test_a_pipe_gets_nothing(project: Path) -> None:
    command = [sys.executable, "-c", slowly(check=0), "--no-cache"]
    done = subprocess.run(command, cwd=project, capture_output=True, check=False, env={**os.environ, "TERM": "xterm"})
    assert done.stderr == b""


def test_the_report_is_the_same(project: Path) -> None:
    shown(project, "--format", "concise", "--select", "all")
    watched = (project.parent / "report").read_text()
    command = [sys.executable, "-m", "clblint", "--no-cache", "--format", "concise", "--select", "all"]
    assert watched == subprocess.run(command, cwd=project, capture_output=True, text=True, check=False).stdout


def test_an_interrupted_run_leaves_nothing_either(project: Path) -> None:
    command = [sys.executable, "-c", slowly(read=0.1, check=0), "--no-cache", "--jobs", "1"]
    environment = {**os.environ, "TERM": "xterm"}
    with Terminal(command, project, environment, project.parent / "report") as terminal:
        terminal.expect("files read")
        terminal.write("\x03")
        assert terminal.finish().endswith(ERASED)
