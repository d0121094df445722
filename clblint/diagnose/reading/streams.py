"""Opens the files of a snapshot: standard input, gzip, UTF-8 and UTF-16; refuses gzip that unpacks to far too much."""

from __future__ import annotations

import codecs
import sys
import zlib
from contextlib import contextmanager

from clblint.errors import UsageError
from clblint.files.read import STDIN
from clblint.i18n.language import tr, why_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

_GZIP = b"\x1f\x8b"
_GZIP_FORMAT = 31  # the largest window, and the header of gzip
_PIECE = 1 << 16
_MOST_TIMES = 200  # unpacked bytes per byte of gzip; a snapshot has up to 80
_FREE_BYTES = 64 << 20  # unpacked bytes that every file may have
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@contextmanager
def opened(path: str, shown: str) -> Iterator[IO[bytes]]:
    """Open a file or standard input; raises `UsageError` for one that cannot be read, with the name `shown`."""
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise UsageError(tr("standard input is closed"))
            yield sys.stdin.buffer
            return
        with open(path, "rb") as stream:
            yield stream
    except OSError as error:
        raise UsageError(tr("{path}: {why}", path=shown, why=why_of(error))) from error
    except BlownUpError as error:
        why = tr("unpacks to more than {times} times its size: unpack it first if it is meant", times=_MOST_TIMES)
        raise UsageError(tr("{path}: {why}", path=shown, why=why)) from error


class Decoded:
    """The text of a stream of bytes: packed with gzip or not, UTF-8 or UTF-16."""

    def __init__(self, stream: IO[bytes], spend: Callable[[int], bool] = lambda _: True) -> None:
        """`spend` is called with the number of bytes of each piece, and returns whether more may be read."""
        self._spend = spend
        head = _exactly(stream, 4)
        self._stream: Any = _Joined(head, stream)  # has `read` alone
        if head.startswith(_GZIP):
            unpacked = _Unpacked(self._stream)
            head = unpacked.read(4)
            self._stream = _Joined(head, unpacked)
        name = next((name for bom, name in _BOMS if head.startswith(bom)), "")
        if not name and len(head) == 4:  # noqa: PLR2004 - as many as were read
            name = {(0, 1): "utf-16-be", (1, 0): "utf-16-le"}.get((min(head[0], 1), min(head[1], 1)), "")
        self._decoder = codecs.getincrementaldecoder(name or "utf-8")("replace")
        self._ended = False

    def read(self, size: int) -> str:
        """The next characters; empty at the end."""
        while not self._ended:
            data = self._stream.read(size)
            self._ended = not data or not self._spend(len(data))
            text = self._decoder.decode(data, self._ended)
            if text:
                return text
        return ""


class BlownUpError(Exception):
    """A gzip file unpacks to far too many bytes to be a snapshot."""


class _Unpacked:
    """The unpacked content of a gzip stream, up to where it breaks off; raises `BlownUpError`."""

    def __init__(self, packed: _Joined) -> None:
        self._packed = packed
        self._taken = self._given = 0  # bytes
        self._engine = zlib.decompressobj(_GZIP_FORMAT)
        self._rest = b""

    def read(self, size: int) -> bytes:
        """The next bytes; empty at the end, and where the stream is broken."""
        while True:
            if self._engine.eof:  # another packed part may follow
                self._rest, self._engine = self._engine.unused_data, zlib.decompressobj(_GZIP_FORMAT)
            packed = self._engine.unconsumed_tail or self._rest or self._next()
            self._rest = b""
            if not packed:
                return b""
            try:
                data = self._engine.decompress(packed, size)
            except zlib.error:
                return b""
            if data:
                self._given += len(data)
                if self._given > max(_FREE_BYTES, _MOST_TIMES * self._taken):
                    raise BlownUpError
                return data

    def _next(self) -> bytes:
        packed = self._packed.read(_PIECE)
        self._taken += len(packed)
        return packed


class _Joined:
    """A stream whose first bytes have been read already."""

    def __init__(self, head: bytes, rest: IO[bytes] | _Unpacked) -> None:
        self._head = head
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        if self._head:
            data, self._head = (self._head, b"") if size < 0 else (self._head[:size], self._head[size:])
            return data
        return self._rest.read(size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size and (piece := stream.read(size - len(data))):
        data += piece
    return data
