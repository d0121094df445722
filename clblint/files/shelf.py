"""`Shelf`: bytes laid aside until they are needed again, in a file without a name, so that they take no memory.

The file is gone when the process ends. A process that was forked later shares the file: what one of the two puts there,
the other can read.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_AT_ONCE = 1 << 20  # bytes
_AHEAD = 1 << 16  # bytes: who asks for one piece after the other asks the system for twenty at once


class Piece:
    """Bytes on a shelf."""

    __slots__ = ("_shelf", "at", "size")

    def __init__(self, shelf: Shelf, at: int, size: int) -> None:
        self._shelf = shelf
        self.at = at
        self.size = size

    def read(self) -> bytes:
        """The bytes; raises `OSError` if the file cannot be read."""
        return self._shelf.take(self.at, self.size)

    def joined(self, other: Piece) -> Piece | None:
        """Both as one piece if the other one follows in the same file, and they are not large; otherwise None."""
        follows = other._shelf is self._shelf and other.at == self.at + self.size
        if not follows or self.size + other.size > _MOST_AT_ONCE or not self._shelf.is_file:
            return None
        return Piece(self._shelf, self.at, self.size + other.size)


class Shelf:
    """Bytes in an open file, or in memory without one."""

    def __init__(self, handle: int | None = None) -> None:
        self._handle = handle
        self._end = 0
        self._kept: dict[int, bytes] = {}  # what is not in the file
        self._window, self._window_at, self._after = b"", 0, -1  # what was read last, and the end of what was asked for

    def __del__(self) -> None:
        if self._handle is not None:
            os.close(self._handle)

    @property
    def is_file(self) -> bool:
        """Whether other processes can read what is put here."""
        return self._handle is not None and not self._kept

    def put(self, data: bytes) -> Piece:
        """Lay bytes aside; in memory if there is no room for them in the file."""
        at = self._end
        if self._handle is None or not _written(self._handle, at, data):
            self._kept[at] = data
        self._end += max(len(data), 1)
        return Piece(self, at, len(data))

    def piece(self, at: int, size: int) -> Piece:
        """What another process has put at a place, or was in the file before."""
        return Piece(self, at, size)

    def take(self, at: int, size: int) -> bytes:
        """The bytes that were put at a place."""
        kept = self._kept.get(at)
        if kept is not None or self._handle is None:
            return kept or b""
        start = at - self._window_at
        if start < 0 or start + size > len(self._window):
            is_next = 0 <= at - self._after < _AHEAD
            self._window = read_at(self._handle, max(size, _AHEAD) if is_next else size, at)
            self._window_at, start = at, 0
        self._after = at + size
        found = self._window[start : start + size]
        if len(found) < size:
            message = "a file of clblint is shorter than it was"
            raise OSError(message)
        return found


def together(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the same bytes in fewer pieces: those that follow each other in a file are one."""
    before: Piece | None = None
    for piece in pieces:
        both = before.joined(piece) if before is not None else piece
        if both is None and before is not None:
            yield before
        before = both or piece
    if before is not None:
        yield before


def shelf_on_disk() -> Shelf:
    """A shelf in a file without a name; in memory where no such file can be made."""
    if not hasattr(os, "pread"):
        return Shelf()
    import tempfile  # noqa: PLC0415 - only for many files

    try:
        with tempfile.TemporaryFile(buffering=0) as file:
            return Shelf(os.dup(file.fileno()))
    except OSError:
        return Shelf()


def read_at(handle: int, size: int, at: int) -> bytes:
    """So many bytes of an open file, or fewer at its end."""
    found = _read(handle, size, at)
    while len(found) < size and (more := _read(handle, size - len(found), at + len(found))):
        found += more
    return found


def _read(handle: int, size: int, at: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, size, at)
    os.lseek(handle, at, os.SEEK_SET)
    return os.read(handle, size)


def _written(handle: int, at: int, data: bytes) -> bool:
    """Write bytes into a file; False if they do not fit."""
    left = memoryview(data)
    try:
        while left:
            done = os.pwrite(handle, left, at)
            left, at = left[done:], at + done
    except OSError:
        return False
    return True
