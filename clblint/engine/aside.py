"""`aside`: work that gives nothing back, done by a forked process while this one goes on."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from clblint.engine.spread import await_end

if TYPE_CHECKING:
    from collections.abc import Callable


def aside(work: Callable[[], None]) -> Callable[[], None]:
    """Begin some work; returns a function that waits for its end, and is to be called once.

    Nobody hears of an error in the other process. Where fork is not safe, or there is no room for another process, the
    work is done at once.
    """
    process = _begun(work) if sys.platform == "linux" else 0
    if not process:
        work()

    def wait() -> None:
        if process:
            await_end(process)

    return wait


def _begun(work: Callable[[], None]) -> int:
    """The number of the process that does the work; 0 if there is none."""
    try:
        process = os.fork()
    except OSError:
        return 0
    if not process:
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it as well
            work()
        finally:
            os._exit(0)
    return process
