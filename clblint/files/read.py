"""Reads untrusted files safely: regular files only, at most a given size, without blocking.

A pipe or a device in place of a file could block a run for ever, or exhaust the memory.
"""

from __future__ import annotations

import os
import stat
import sys

from clblint.errors import UsageError
from clblint.files.working_folder import on_disk
from clblint.i18n.language import tr, why_of

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_DESCRIPTORS = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")  # passed by a shell for `<(command)`


STDIN = "-"
MAX_BYTES = 64 * 1024 * 1024


def read_whole(path: str, max_bytes: int, *, follow: bool = True, own: bool = False) -> bytes:
    """All bytes of a regular file; raises `OSError` if it is unreadable, not regular, or larger than `most` bytes.

    With `follow` a symbolic link is followed; with `own` the file must belong to the user.
    """
    handle, size = _opened(path, max_bytes, follow=follow, own=own)
    try:
        # The size matters: `os.read` allocates as many bytes as are requested, even if the file is smaller.
        return _all(handle, size, max_bytes)
    finally:
        os.close(handle)


def open_whole(path: str, max_bytes: int, *, follow: bool = True, own: bool = False) -> int:
    """The descriptor of a file that `read_whole` would read; raises as that does."""
    return _opened(path, max_bytes, follow=follow, own=own)[0]


def _opened(path: str, max_bytes: int, *, follow: bool, own: bool) -> tuple[int, int]:
    """The descriptor of a file, and its size."""
    # Creating a file object takes longer than reading a small file.
    handle = os.open(on_disk(path), _FLAGS if follow else _FLAGS | _NO_LINKS)
    status = os.fstat(handle)
    fault = _fault_of(status, max_bytes, own=own)
    if fault is not None:
        os.close(handle)
        raise fault
    return handle, status.st_size


def _fault_of(status: os.stat_result, max_bytes: int, *, own: bool) -> OSError | None:
    """Why a file is not read; None if it is."""
    if not stat.S_ISREG(status.st_mode):
        return _not_a_file(status.st_mode)
    if own and hasattr(os, "getuid") and status.st_uid != os.getuid():
        from errno import EACCES  # noqa: PLC0415 - hardly ever

        return PermissionError(EACCES, os.strerror(EACCES))
    return _too_large(max_bytes) if status.st_size > max_bytes else None


def _all(handle: int, size: int, max_bytes: int) -> bytes:
    """The bytes of an open file up to its end, even if it grows or its size is unknown."""
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data
    parts, length = [data], len(data)
    while data and length <= max_bytes:  # a read may return fewer bytes than there are
        data = os.read(handle, min(max_bytes + 1 - length, 1 << 20))
        parts.append(data)
        length += len(data)
    if length > max_bytes:
        raise _too_large(max_bytes)
    return b"".join(parts)


def read_given(path: str, max_bytes: int) -> bytes:
    """As `read_whole`, for a path from the user, which may be the output of a command: `<(command)`."""
    if not path.startswith(_DESCRIPTORS):
        return read_whole(path, max_bytes)
    with open(path, "rb") as stream:
        data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise _too_large(max_bytes)
    return data


def _not_a_file(mode: int) -> OSError:
    if stat.S_ISDIR(mode):
        from errno import EISDIR  # noqa: PLC0415 - hardly ever

        return IsADirectoryError(EISDIR, os.strerror(EISDIR))
    from clblint.files.unfit import NoRegularFileError  # noqa: PLC0415 - hardly ever

    return NoRegularFileError(tr("a pipe or a device, not a file"))


def _too_large(max_bytes: int) -> OSError:
    from clblint.files.unfit import TooLargeError  # noqa: PLC0415 - hardly ever

    return TooLargeError(tr("larger than {most} KiB", most=max_bytes // 1024))


def read_input(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; raises `UsageError` if it is unreadable or too large."""
    try:
        return _piped() if path == STDIN else read_whole(path, MAX_BYTES)
    except OSError as error:
        from clblint.files.unfit import TooLargeError  # noqa: PLC0415 - hardly ever

        mib = MAX_BYTES // 1024 // 1024
        if not isinstance(error, TooLargeError):
            message = tr("{path}: {why}", path=path, why=why_of(error))
        elif path == STDIN:
            message = tr("standard input: larger than {most} MiB, so nothing of it was checked", most=mib)
        else:
            message = tr("{path}: larger than {most} MiB, the limit for a manifest; exclude it", path=path, most=mib)
        raise UsageError(message) from error


def _piped() -> bytes:
    """All of standard input; raises `TooLargeError` rather than cutting it off at the limit."""
    if sys.stdin is None:
        raise UsageError(tr("standard input is closed"))
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        from clblint.files.unfit import TooLargeError  # noqa: PLC0415 - hardly ever

        raise TooLargeError
    return data
