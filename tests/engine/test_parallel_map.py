"""Work that is shared out to processes gives what one process gives, whatever happens to them."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import NoReturn

import pytest

from clblint.engine.parallel_map import map_in_processes

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is one process"),
    pytest.mark.whole,
]

THINGS = range(1234)
FIRST = os.getpid()


def test_results_are_in_order_and_of_all_processes() -> None:
    begun, ready = os.pipe()  # this process waits until each of the others has begun

    def work(number: int) -> tuple[int, int]:
        if os.getpid() != FIRST:
            os.write(ready, b".")
        return number, os.getpid()

    found = map_in_processes(THINGS, work, 3, meanwhile=lambda: [os.read(begun, 1) for _ in range(2)])
    os.close(begun)
    os.close(ready)
    assert [number for number, _ in found] == list(THINGS)
    assert len({process for _, process in found} - {FIRST}) in {1, 2}  # one may have read both signs of another one


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_the_number_of_processes_changes_nothing(jobs: int) -> None:
    assert map_in_processes(THINGS, hex, jobs) == list(map(hex, THINGS))
    assert map_in_processes([], hex, jobs) == []


def test_what_a_killed_process_had_begun_is_done_here() -> None:
    def work(number: int) -> int:
        if os.getpid() != FIRST:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    assert map_in_processes(THINGS, work, 2, meanwhile=lambda: os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)) == [
        number * number for number in THINGS
    ]


@pytest.mark.parametrize("fails", [False, True])
def test_a_parent_that_ignores_sigchld_loses_no_result(*, fails: bool) -> None:
    def meanwhile() -> None:
        if fails:
            raise LookupError

    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        with pytest.raises(LookupError) if fails else contextlib.nullcontext():
            assert map_in_processes(THINGS, hex, 3, meanwhile=meanwhile) == list(map(hex, THINGS))
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_an_error_of_the_work_is_raised_here() -> None:
    def work(number: int) -> int:
        if number == 1000:
            raise LookupError(number)
        return number

    with pytest.raises(LookupError, match="1000"):
        map_in_processes(THINGS, work, 2)


def test_processes_end_with_an_error_of_what_is_done_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    there, _ = os.pipe()  # to which nobody writes
    begun: list[int] = []
    fork = os.fork

    def noting() -> int:
        begun.append(fork())
        return begun[-1]

    def fail() -> NoReturn:
        raise LookupError

    monkeypatch.setattr(os, "fork", noting)
    with pytest.raises(LookupError):
        map_in_processes(THINGS, lambda _: os.read(there, 1), 3, meanwhile=fail)
    assert len(begun) == 2
    for process in begun:
        with pytest.raises(ChildProcessError):  # it has ended, and was waited for
            os.waitpid(process, os.WNOHANG)


def test_processes_that_cannot_be_begun_leave_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> NoReturn:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    open_before = len(os.listdir("/proc/self/fd"))
    assert map_in_processes(THINGS, hex, 64) == list(map(hex, THINGS))
    assert len(os.listdir("/proc/self/fd")) == open_before


@pytest.mark.usefixtures("interrupted_at_the_second_process")
def test_an_interruption_while_processes_are_begun_ends_those_that_were() -> None:
    with pytest.raises(KeyboardInterrupt):
        map_in_processes(THINGS, hex, 3)
