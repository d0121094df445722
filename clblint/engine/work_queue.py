"""A queue of job numbers that forked processes share: each takes the next number when it has finished one job.

With a fixed division of the jobs, all processes would wait for the slowest one.
"""

from __future__ import annotations

import os
import sys
from array import array

from clblint.light import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")

_SIZE = array("I").itemsize
_NO_MORE = 0xFFFFFFFF


class WorkQueue:
    """Job numbers in a pipe, which processes forked later inherit."""

    def __init__(self) -> None:
        self._next, self._given = os.pipe()
        self._owner = os.getpid()

    def give(self, count: int, takers: int) -> None:
        """Put the numbers below `count` (at most `MOST`) into the queue, and an end mark for each of the `takers`."""
        os.write(self._given, array("I", [*range(count), *[_NO_MORE] * takers]).tobytes())

    def take(self) -> Iterator[int]:
        """Yield numbers until the queue is empty; each number goes to one process only."""
        return self.awaited(iter(self._take, _NO_MORE))

    def awaited(self, jobs: Iterable[T]) -> Iterator[T]:
        """Yield jobs as long as the process that has made the queue is there; for itself and its children."""
        for job in jobs:
            if self._owner not in {os.getpid(), os.getppid()}:
                break
            yield job

    def only_take(self) -> None:
        """Close the writing end in this process, so that reading ends when the writing process has ended."""
        os.close(self._given)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._next)
        os.close(self._given)

    def _take(self) -> int:
        # A read of so few bytes is atomic.
        found = os.read(self._next, _SIZE)
        return int.from_bytes(found, sys.byteorder) if found else _NO_MORE
