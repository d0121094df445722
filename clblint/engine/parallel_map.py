"""`map_in_processes`: applies a function to many items in forked processes, which end with it.

This is for work before the workers of a run exist (they need its settings), or after they have ended.
"""

from __future__ import annotations

import marshal
import os
import sys

from clblint.engine.batches import MOST
from clblint.engine.forked import await_end, forked
from clblint.engine.pipe import write_all
from clblint.engine.work_queue import WorkQueue
from clblint.light import TypeVar, signal, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

T = TypeVar("T")
R = TypeVar("R")

_LONGEST = 50  # things in a batch
_MOST_AT_ONCE = 1 << 20  # bytes


def map_in_processes(
    things: Sequence[T], work: Callable[[T], R], jobs: int, meanwhile: Callable[[], object] | None = None
) -> list[R]:
    """The results of `work` for the things, in their order; `marshal` must be able to write them.

    This process calls `meanwhile` first and then takes part. It also does what another process has failed to do, so
    errors of the work are raised here. Where fork is not safe, it does everything.
    """
    size = max(_LONGEST, len(things) // MOST + 1)
    batches = [things[start : start + size] for start in range(0, len(things), size)]

    def do(numbers: Iterator[int]) -> dict[int, list[R]]:
        return {number: list(map(work, batches[number])) for number in numbers}

    queue = WorkQueue()
    with _Helpers(jobs - 1 if sys.platform == "linux" else 0, do, queue) as pipes:
        queue.give(len(batches), 1 + len(pipes))
        if meanwhile is not None:
            meanwhile()
        found = do(queue.take())
        for pipe in pipes:
            with suppress(EOFError, ValueError, TypeError):  # of a process that was killed
                found.update(marshal.loads(_read(pipe)))  # noqa: S302 - from a process of our own
    found |= do(number for number in range(len(batches)) if number not in found)
    return [one for number in range(len(batches)) for one in found[number]]


class _Helpers:
    """Processes that each take numbers from the queue and write to a pipe what they have done; they end with it."""

    def __init__(self, count: int, do: Callable[[Iterator[int]], dict[int, list[R]]], queue: WorkQueue) -> None:
        self._count = count
        self._do = do
        self._queue = queue
        self._begun: list[tuple[int, int]] = []

    def __enter__(self) -> list[int]:
        """Begin them; returns the pipes that they write to."""
        try:
            with suppress(OSError):  # there may be no more processes
                for _ in range(self._count):
                    self._begun.append(_begin(self._do, self._queue))
        except BaseException:
            self._end(kill=True)
            raise
        return [pipe for _, pipe in self._begun]

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._end(kill=kind is not None)

    def _end(self, *, kill: bool) -> None:
        for process, _ in self._begun if kill else ():
            with suppress(ProcessLookupError):  # see `await_end`
                os.kill(process, signal.SIGKILL)
        for process, pipe in self._begun:
            os.close(pipe)
            await_end(process)
        self._queue.close()


def _begin(do: Callable[[Iterator[int]], dict[int, list[R]]], queue: WorkQueue) -> tuple[int, int]:
    """The number of a new process, and the pipe that it writes to."""
    here, there = os.pipe()

    def work() -> None:
        os.close(here)  # otherwise this process would not notice the end of its parent
        queue.only_take()
        write_all(there, marshal.dumps(do(queue.take())))

    try:
        process = forked(work)
    except BaseException:
        os.close(here)
        raise
    finally:
        os.close(there)
    return process, here


def _read(pipe: int) -> bytes:
    return b"".join(iter(lambda: os.read(pipe, _MOST_AT_ONCE), b""))
