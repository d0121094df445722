"""What happens when something goes wrong while several processes are at work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from clblint.engine.other_processes import fork_others
from tests.files import MANY, write_many

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is one process")

HANGS = 600  # seconds: only what never ends takes so long
# The process that was begun by the other one does something before it reads a file.
# An interrupt is heard even where the tests run in the background, which has it ignored from the beginning.
ODD = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from clblint.engine import worker
from clblint.cli.main import main
real, first = worker.read_manifest, os.getpid()
def read_manifest(*arguments, **options):
    if {where}:
        {what}
    return real(*arguments, **options)
worker.read_manifest = read_manifest
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_many(tmp_path / "project")


def begin(folder: Path, where: str, what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ODD.format(where=where, what=what), "--no-cache", "--jobs", "2", "."],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "CLBLINT_DEBUG"},
        start_new_session=True,
    )


def begun(folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until both processes have read a file."""
    end = time.monotonic() + HANGS
    while len(list(folder.glob("*.begun"))) < 2 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)


@pytest.mark.whole
@pytest.mark.parametrize("whole", [True, False], ids=["from a terminal", "to the first process alone"])
def test_an_interrupt_ends_all_without_a_word(project: Path, whole: bool) -> None:  # noqa: FBT001
    with begin(project, "True", "open(f'{os.getpid()}.begun', 'w').close(); time.sleep(0.3)") as process:
        begun(project, process)
        (os.killpg if whole else os.kill)(process.pid, signal.SIGINT)
        assert process.communicate(timeout=HANGS) == (
            "",
            "",
        )  # which also waits for the other one, who has the same pipes
    assert process.returncode == 128 + signal.SIGINT


@pytest.mark.whole
def test_a_process_that_breaks_says_so_in_one_line(project: Path) -> None:
    with begin(project, "os.getpid() != first", "raise ValueError('broken')") as process:
        out, said = process.communicate(timeout=HANGS)
    assert (process.returncode, out) == (2, "")
    assert said == (
        "clblint: internal error: RuntimeError: ValueError: broken; CLBLINT_DEBUG=1 shows where; please report it\n"
    )


@pytest.mark.whole
def test_an_unreadable_file_gives_the_same_message_in_every_process(project: Path) -> None:
    what = "from clblint.errors import UsageError; raise UsageError('web7.yaml: gone')"
    with begin(project, "os.getpid() != first", what) as process:
        out, said = process.communicate(timeout=HANGS)
    assert (process.returncode, out, said) == (2, "", "clblint: web7.yaml: gone\n")


@pytest.mark.whole
@pytest.mark.parametrize("at", ["look", "check"])
def test_a_process_that_is_killed_loses_no_finding_in_silence(project: Path, at: str) -> None:
    if at == "look":
        process = begin(project, "os.getpid() != first", "os._exit(9)")
    else:  # when it has answered, before it is asked again
        what = (
            "import clblint.engine.other_processes as w; send = w._send; w._send = lambda *a: (send(*a), os._exit(9))"
        )
        process = begin(project, "os.getpid() != first", what)
    with process:
        out, said = process.communicate(timeout=HANGS)
    assert (process.returncode, out) == (2, "")
    assert said == "clblint: a process of clblint was killed (out of memory?): try --jobs 1\n"


@pytest.mark.whole
def test_a_process_whose_first_one_is_gone_ends_without_a_word(project: Path) -> None:
    what = """open(f'{os.getpid()}.begun', 'a').write('.')
        while first in {os.getpid(), os.getppid()}: time.sleep(0.001)"""
    with begin(project, "True", what) as process:
        begun(project, process)
        process.kill()
        assert process.communicate(timeout=HANGS) == ("", "")
    read = sum(path.stat().st_size for path in project.glob("*.begun"))
    assert read < MANY // 2  # it does not go on with what nobody waits for


@pytest.mark.whole
@pytest.mark.parametrize("begun", [0, 1])
def test_where_there_may_be_no_more_processes_those_that_there_are_do_all(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], begun: int
) -> None:
    monkeypatch.chdir(project)
    alone = main(["--no-cache", "--jobs", "1", "."]), *capsys.readouterr()
    fork, left = os.fork, [None] * begun

    def refused() -> int:
        if not left:
            raise BlockingIOError
        left.pop()
        return fork()

    monkeypatch.setattr(os, "fork", refused)
    assert (main(["--no-cache", "--jobs", "3", "."]), *capsys.readouterr()) == alone
    assert "web7.yaml" in alone[1]


@pytest.mark.whole
@pytest.mark.usefixtures("interrupted_at_the_second_process")
def test_an_interruption_while_processes_are_begun_ends_those_that_were() -> None:
    with pytest.raises(KeyboardInterrupt):
        fork_others(lambda: time.sleep(60), 2)  # type: ignore[arg-type, return-value]
