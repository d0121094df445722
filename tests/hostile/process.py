"""Running clblint in this process: what it wrote and how it ended, within 5 s of processor time and 1 GB."""

from __future__ import annotations

import contextlib
import io
import os
import signal
from typing import TYPE_CHECKING, NamedTuple

from clblint.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

SECONDS = 5.0  # of processor time for a run
MEMORY = 1024 * 1024 * 1024


class TooLongError(BaseException):
    """A run has used up its time; no `Exception`, or clblint would catch it."""


class Ran(NamedTuple):
    """How a run ended."""

    code: int
    out: str
    err: str


def run(*arguments: str) -> Ran:
    """Run `clblint` in the working directory; whatever leaves it but an exit code is a fault."""
    written, told = io.BytesIO(), io.BytesIO()
    out = io.TextIOWrapper(written, "utf-8", newline="\n")  # as strict as a real one
    err = io.TextIOWrapper(told, "utf-8", errors="backslashreplace", newline="\n")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), watched():
        code = main(arguments)
        out.flush()
        err.flush()
    return Ran(code, written.getvalue().decode(), told.getvalue().decode())


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Raise `TooLongError` in what takes too much processor time."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        message = f"more than {SECONDS} s of processor time"
        raise TooLongError(message)

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def limit_process(seconds: int) -> None:
    """Let this process have so much memory beyond what it holds by now, and end it where nothing else stops it."""
    import resource  # noqa: PLC0415 - not on Windows

    with open("/proc/self/statm", encoding="ascii") as stream:
        held = int(stream.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
