"""`SpillFile`: keeps bytes out of memory until they are needed again, in a file without a name.

The file is gone when the process ends. A process that was forked later shares the file: each of the two can
read what the other puts there.
"""

from __future__ import annotations

import os

from clblint.light import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_UNNAMED = os.O_RDWR | getattr(os, "O_TMPFILE", 0) | getattr(os, "O_CLOEXEC", 0)
_MOST_AT_ONCE = 1 << 20  # bytes
_AHEAD = 1 << 16  # bytes: read at once when slices are read one after the other


class Slice:
    """Some of the bytes in a `SpillFile`."""

    __slots__ = ("_spill", "at", "size")

    def __init__(self, spill: SpillFile, at: int, size: int) -> None:
        self._spill = spill
        self.at = at
        self.size = size

    def read(self) -> bytes:
        """The bytes; raises `OSError` if the file cannot be read."""
        return self._spill.take(self.at, self.size)

    def joined(self, other: Slice) -> Slice | None:
        """Both as one slice if the other one follows in the same file, and they are not large; otherwise None."""
        follows = other._spill is self._spill and other.at == self.at + self.size
        if not follows or self.size + other.size > _MOST_AT_ONCE or not self._spill.is_file:
            return None
        return Slice(self._spill, self.at, self.size + other.size)


class SpillFile:
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

    def put(self, data: bytes) -> Slice:
        """Write bytes to the file, or keep them in memory if the file has no room."""
        at = self._end
        if self._handle is None or not _written(self._handle, at, data):
            self._kept[at] = data
        self._end += max(len(data), 1)
        return Slice(self, at, len(data))

    def slice_at(self, at: int, size: int) -> Slice:
        """Bytes that another process has put there, or that were in the file before."""
        return Slice(self, at, size)

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


def merged(slices: Iterable[Slice]) -> Iterator[Slice]:
    """Yield the same bytes in fewer slices: those that follow each other in a file are one."""
    before: Slice | None = None
    for slice_ in slices:
        both = before.joined(slice_) if before is not None else slice_
        if both is None and before is not None:
            yield before
        before = both or slice_
    if before is not None:
        yield before


def new_spill_file() -> SpillFile:
    """A `SpillFile` on disk; one in memory if the system has no `pread`, or refuses the file."""
    if not hasattr(os, "pread"):
        return SpillFile()
    if hasattr(os, "O_TMPFILE"):
        with suppress(OSError):
            return SpillFile(os.open(os.environ.get("TMPDIR") or "/tmp", _UNNAMED, 0o600))  # noqa: S108 - it has no name
    import tempfile  # noqa: PLC0415 - it takes a while

    try:
        with tempfile.TemporaryFile(buffering=0) as file:
            return SpillFile(os.dup(file.fileno()))
    except OSError:
        return SpillFile()


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
