"""`Pipe`: messages between a process and one that is forked from it.

`multiprocessing` has such pipes, too; importing it takes as long as importing all else that a small run needs.
"""

from __future__ import annotations

import os

_LENGTH = 8  # bytes before a message
_MOST_AT_ONCE = 1 << 20  # bytes


class Pipe:
    """One of two ends: what one sends, the other one receives. Each process closes the end that is not its own."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    def send(self, message: bytes) -> None:
        """Send a message; raises `OSError` if the other process has ended."""
        write_all(self._outgoing, len(message).to_bytes(_LENGTH, "little"))
        write_all(self._outgoing, message)

    def receive(self) -> bytes:
        """The next message, once it is there; raises `EOFError` if the other process has ended."""
        return self._read(int.from_bytes(self._read(_LENGTH), "little"))

    def _read(self, size: int) -> bytes:
        parts: list[bytes] = []
        while size and (part := os.read(self._incoming, min(size, _MOST_AT_ONCE))):
            parts.append(part)
            size -= len(part)
        if size:
            raise EOFError
        return b"".join(parts)

    def close(self) -> None:
        """Close this end."""
        os.close(self._incoming)
        os.close(self._outgoing)


def two_ends() -> tuple[Pipe, Pipe]:
    """Both ends of a pipe; raises `OSError` if there may be no more of them."""
    first, back = os.pipe()
    try:
        second, forth = os.pipe()
    except OSError:
        os.close(first)
        os.close(back)
        raise
    return Pipe(first, forth), Pipe(second, back)


def write_all(handle: int, data: bytes) -> None:
    """Write all bytes to a pipe, which may take them in parts."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
