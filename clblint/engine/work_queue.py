"""Work that several processes share out: each takes the next piece when it is done with one.

Shared out beforehand, all would wait for the process that is slower or began later.
"""

from __future__ import annotations

import os
import sys
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# All numbers must fit into a pipe that nobody has read from, which holds 64 KiB on Linux.
MOST = 10_000
_SIZE = array("I").itemsize
_NO_MORE = 0xFFFFFFFF


class WorkQueue:
    """The numbers of the pieces in a pipe, which the processes that are forked later share."""

    def __init__(self) -> None:
        self._next, self._given = os.pipe()

    def give(self, count: int, takers: int) -> None:
        """Let the numbers below `count` (at most `MOST`) be taken, and each of so many processes see the end."""
        os.write(self._given, array("I", [*range(count), *[_NO_MORE] * takers]).tobytes())

    def take(self) -> Iterator[int]:
        """Numbers that no other process takes, until there are none left."""
        while (number := self._take()) != _NO_MORE:
            yield number

    def only_take(self) -> None:
        """Give nothing in this process, so that it sees the end of the one that does."""
        os.close(self._given)

    def close(self) -> None:
        """Let go of the pipe."""
        os.close(self._next)
        os.close(self._given)

    def _take(self) -> int:
        # So few bytes are read at once or not at all.
        found = os.read(self._next, _SIZE)
        return int.from_bytes(found, sys.byteorder) if found else _NO_MORE
