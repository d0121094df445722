"""`forked`: a process that does one thing and ends, which `await_end` waits for."""

from __future__ import annotations

import os

from clblint.light import signal, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def forked(work: Callable[[], object]) -> int:
    """The number of a new process that does some work; raises `OSError` if there may be no more of them.

    An error of the work only ends the process; `CLBLINT_DEBUG` shows it.
    """
    process = os.fork()
    if process:
        return process
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it as well
        work()
    except Exception:  # noqa: BLE001 - whatever it is
        if os.environ.get("CLBLINT_DEBUG"):
            import traceback  # noqa: PLC0415 - nobody else needs it

            traceback.print_exc()
    finally:
        os._exit(0)


def await_end(process: int) -> None:
    """Wait until a process has ended.

    If the parent of clblint ignores SIGCHLD, clblint inherits that, and the system keeps no exit status to wait for.
    """
    with suppress(ChildProcessError):
        os.waitpid(process, 0)
