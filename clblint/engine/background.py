"""`run_in_background`: runs work without a result in a forked process while this one goes on."""

from __future__ import annotations

import sys

from clblint.engine.forked import await_end, forked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def run_in_background(work: Callable[[], object]) -> Callable[[], None]:
    """Begin some work; returns a function that waits for its end, to be called once.

    Where fork is not safe, or there may be no more processes, the work is done at once.
    """
    process = _begun(work)
    if not process:
        work()

    def wait() -> None:
        if process:
            await_end(process)

    return wait


def _begun(work: Callable[[], object]) -> int:
    """The number of the process that does the work; 0 if there is none."""
    if sys.platform != "linux":
        return 0
    try:
        return forked(work)
    except OSError:
        return 0
