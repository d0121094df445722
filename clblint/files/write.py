"""Atomic writing of files, and removal of temporary files that killed processes have left behind.

A file is written under a temporary name beside its target, and locked while it is written. The lock ends with the
process, so a file with such a name and without a lock is a leftover and can be removed.
"""

from __future__ import annotations

import os
import stat

from clblint.light import import_module, pattern, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

    Finish = Callable[[str], None]

# Windows has no such locks, but does not allow to remove an open file.
fcntl: ModuleType | None = import_module("fcntl") if os.name == "posix" else None
_TEMPORARY = pattern(r"\.clblint-[0-9a-f]{16}\.tmp")
_MAX_ATTEMPTS = 100
_tidied: set[str] = set()


def write_beside(
    target: str,
    parts: Iterable[bytes | bytearray],
    finish: Finish | None = None,
    publish: Callable[[str, str], None] = os.replace,
) -> None:
    """Write a temporary file beside `target` and rename it to `target`, or move it with `publish`.

    `finish` is called with the temporary path when the content is complete. Raises `OSError` if anything fails; the
    temporary file is then removed.
    """
    folder = os.path.dirname(target)
    _tidy(folder)
    handle, path = _create(folder)
    try:
        with os.fdopen(os.dup(handle), "wb") as stream:
            stream.writelines(parts)
        if finish is not None:
            finish(path)
        if fcntl is None:
            os.close(handle)
            handle = -1
        publish(path, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise
    finally:
        if handle >= 0:
            os.close(handle)


def _create(folder: str) -> tuple[int, str]:
    """Create and lock a temporary file; retries if another process removes it before the lock is taken."""
    for _ in range(_MAX_ATTEMPTS):
        path = os.path.join(folder, f".clblint-{os.urandom(8).hex()}.tmp")
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        if _lock(handle) is not False and _is_at(handle, path):
            return handle, path
        os.close(handle)
    raise FileExistsError(folder)


def _tidy(folder: str) -> None:
    """Remove temporary files that earlier runs of this user have left in a folder; done once per run and folder."""
    if fcntl is None or folder in _tidied:
        return
    _tidied.add(folder)
    with suppress(OSError), os.scandir(folder or ".") as entries:
        for path in [entry.path for entry in entries if _is_temporary(entry.name)]:
            with suppress(OSError):
                _remove_left_over(path)


def _is_temporary(name: str) -> bool:
    return name.endswith(".tmp") and _TEMPORARY.fullmatch(name) is not None


def _remove_left_over(path: str) -> None:
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        found = os.fstat(handle)
        ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and found.st_nlink == 1
        if ours and _lock(handle) and _is_at(handle, path):
            os.unlink(path)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool | None:
    """Try to lock a file: whether that succeeded; None if the file system has no locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _is_at(handle: int, path: str) -> bool:
    """Whether a path still refers to the open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except OSError:
        return False
