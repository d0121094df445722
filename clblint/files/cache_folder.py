"""Stores plain values in the user's cache folder between runs.

A stored file is used only if it belongs to the user and its checksum is correct. I/O errors are ignored: the value
then counts as missing.
"""

from __future__ import annotations

import marshal
import os
from typing import Any
from zlib import crc32

from clblint.files.read import read_whole

_CHECKSUM = 4  # bytes
_MAX_BYTES = 1 << 30  # bytes of a file


def folder() -> str:
    """The path of the cache folder."""
    own = os.environ.get("CLBLINT_CACHE_DIR")
    return own or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "clblint")


def read_cached(name: str) -> Any:  # noqa: ANN401 - what was written
    """The value stored under a name; None if there is none."""
    try:
        data = memoryview(read_whole(os.path.join(folder(), name), _MAX_BYTES, follow=False, own=True))
    except OSError:
        return None
    payload = data[_CHECKSUM:]
    if not payload or data[:_CHECKSUM] != _checksum(payload):
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
        write_beside(os.path.join(folder(), name), [_checksum(payload), payload])
    except OSError:
        return


def _checksum(payload: bytes | memoryview) -> bytes:
    # Detects damage, not manipulation: only the owner can write the file.
    return crc32(payload).to_bytes(_CHECKSUM, "little")
