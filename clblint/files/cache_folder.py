"""Stores plain values in the user's cache folder between runs.

A stored file is used only if it belongs to the user and its checksum is correct. I/O errors are ignored: the value
then counts as missing.
"""

from __future__ import annotations

import marshal
import os
from itertools import chain

from clblint.files.digest import checksum_of
from clblint.files.read import open_whole, read_whole
from clblint.files.spill_file import Slice, SpillFile, merged, read_at
from clblint.light import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

_CHECKSUM = 8  # bytes: it detects damage, not manipulation, since only the owner can write the file
_LENGTH = 8  # bytes: of a value that has slices
_MAX_BYTES = 1 << 30  # bytes of a file
_CHUNK = 1 << 20  # bytes that are read at once


def folder() -> str:
    """The path of the cache folder."""
    own = os.environ.get("CLBLINT_CACHE_DIR")
    return own or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "clblint")


def is_cached(name: str) -> bool:
    """Whether something is stored under a name, even if damaged."""
    return os.path.lexists(os.path.join(folder(), name))


def remove_cached(name: str) -> None:
    """Remove what is stored under a name, if there is something; errors are ignored."""
    with suppress(OSError):
        os.unlink(os.path.join(folder(), name))


def read_cached(name: str) -> Any:  # noqa: ANN401 - what was written
    """The value stored under a name; None if there is none."""
    try:
        data = memoryview(read_whole(os.path.join(folder(), name), _MAX_BYTES, follow=False, own=True))
    except OSError:
        return None
    payload = data[_CHECKSUM:]
    if not payload or data[:_CHECKSUM] != checksum_of(payload):
        return None
    try:
        return marshal.loads(payload)  # noqa: S302 - our own file, as just checked
    except (ValueError, EOFError, TypeError):
        return None


def write_cached(name: str, value: Any) -> None:  # noqa: ANN401 - anything that marshal takes
    """Store a value under a name; errors are ignored."""
    payload = marshal.dumps(value)
    if len(payload) >= _MAX_BYTES - _CHECKSUM:
        return
    from clblint.files.write import write_beside  # noqa: PLC0415 - not needed if everything is cached

    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        write_beside(os.path.join(folder(), name), [checksum_of(payload), payload])
    except OSError:
        return


class Pieces:
    """A file with a value and slices of bytes, which stay in the file until they are read; `checksum` is of both.

    Windows, which has no `pread`, replaces no file that is open: there the slices are read at once.
    """

    def __init__(self, handle: int, end: int, checksum: bytes) -> None:
        self.checksum = checksum
        length = int.from_bytes(read_at(handle, _LENGTH, 0), "little")
        self.value = marshal.loads(read_at(handle, length, _LENGTH))  # noqa: S302 - our own, as checked
        self._start = _LENGTH + length
        self._bytes: bytes | None = None
        if hasattr(os, "pread"):
            self._spill = SpillFile(handle)
        else:
            self._spill = SpillFile()
            self._bytes = read_at(handle, end - self._start, self._start)
            os.close(handle)

    def at(self, start: int, size: int) -> Slice:
        """The slice that begins after so many bytes of slices."""
        if self._bytes is not None:
            return self._spill.put(self._bytes[start : start + size])
        return self._spill.slice_at(self._start + start, size)


def read_slices(name: str) -> Pieces | None:
    """The value and the slices stored under a name; None if there are none."""
    try:
        handle = open_whole(os.path.join(folder(), name), _MAX_BYTES, follow=False, own=True)
    except OSError:
        return None
    try:
        end = os.fstat(handle).st_size - _CHECKSUM
        chunks = (read_at(handle, min(_CHUNK, end - at), at) for at in range(0, end, _CHUNK))
        checksum = _sum_of(map(checksum_of, chunks))
        if end > 0 and read_at(handle, _CHECKSUM, end) == checksum:
            return Pieces(handle, end, checksum)
    except (OSError, ValueError, EOFError, TypeError):
        pass
    os.close(handle)
    return None


def write_slices(name: str, value: Any, slices: Sequence[Slice]) -> bool:  # noqa: ANN401 - anything that marshal takes
    """Store a value and slices, one after the other, under a name; False if that was not possible."""
    payload = marshal.dumps(value)
    joined = list(merged(slices))
    if _LENGTH + len(payload) + sum(slice_.size for slice_ in joined) >= _MAX_BYTES - _CHECKSUM:
        return False
    from clblint.files.write import write_beside  # noqa: PLC0415 - not needed if everything is cached

    parts = chain([len(payload).to_bytes(_LENGTH, "little"), payload], map(Slice.read, joined))
    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        write_beside(os.path.join(folder(), name), _with_checksum(parts))
    except OSError:
        return False
    return True


def _with_checksum(parts: Iterable[bytes]) -> Iterator[bytes | bytearray]:
    """Yield the bytes of the parts in chunks, and then their checksum."""
    sums: list[bytes] = []
    for chunk in _chunks(parts):
        sums.append(checksum_of(chunk))
        yield chunk
    yield _sum_of(sums)


def _chunks(parts: Iterable[bytes]) -> Iterator[bytearray]:
    """Yield the bytes of the parts in chunks: all but the last one are of one size."""
    chunk = bytearray()
    for part in parts:
        rest = memoryview(part)
        while len(chunk) + len(rest) >= _CHUNK:
            size = _CHUNK - len(chunk)
            chunk += rest[:size]
            yield chunk
            chunk, rest = bytearray(), rest[size:]
        chunk += rest
    if chunk:
        yield chunk


def _sum_of(checksums: Iterable[bytes]) -> bytes:
    """The checksum of the chunks of a file, from that of each."""
    return checksum_of(b"".join(checksums))
