"""Replaces the content of a file; its links, owner, permissions and extended attributes stay."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys

from clblint.errors import UsageError
from clblint.i18n.language import tr, why_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_OPEN = r"(?:/dev|/proc/self)/fd/(\d{1,9})|/dev/std(in|out|err)"


def is_special(path: str) -> bool:
    """Whether a path exists and is neither a file nor a folder: a device such as `/dev/null`, or an open descriptor.

    A named pipe counts as a file: its reader stops after the first writer.
    """
    if _open_as(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISFIFO(mode))


def replace_file(path: str, data: bytes | Iterable[bytes]) -> tuple[str, ...]:
    """Write a file as a whole or not at all; links and permissions stay. Raises `UsageError` if that fails.

    The data may come in parts. A pipe or a device is written to, never replaced. Returns the names of the extended
    attributes that could not be preserved.
    """
    lost: list[str] = []
    parts = [data] if isinstance(data, bytes) else data
    try:
        handle = _open_as(path)
        mode = _mode_of(path) if handle is None else None
        if mode is None:  # by the given path: the target of the link may have none
            if sys.stdout is not None:
                sys.stdout.flush()  # earlier output comes first
            with open(path if handle is None else os.dup(handle), "wb") as stream:
                stream.writelines(parts)
        else:
            from clblint.files.write import write_beside  # noqa: PLC0415 - most runs write nothing

            target = os.path.realpath(path)
            write_beside(target, parts, lambda made: lost.extend(_copy_metadata(made, target, mode)))
    except OSError as error:
        folder = os.path.dirname(path)
        missing = bool(folder) and not os.path.lexists(folder)
        why = tr("there is no folder {folder}", folder=folder) if missing else why_of(error)
        message = tr("{path}: cannot be written: {why}", path=path, why=why)
        raise UsageError(message) from error
    return tuple(lost)


def count_links(path: str) -> int:
    """The number of hard links of a file; replacing it breaks all but one."""
    try:
        return os.stat(path).st_nlink
    except OSError:
        return 1


def _open_as(path: str) -> int | None:
    """The descriptor that a path such as `/dev/stdout` stands for; None for other paths."""
    found = re.fullmatch(_OPEN, path, re.ASCII)
    if found is None:
        return None
    return int(found[1]) if found[1] else ("in", "out", "err").index(found[2])


def _mode_of(path: str) -> int | None:
    """The permissions of a file, or those of a new file if there is none; None for a pipe or a device."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return new_mode()
    return stat.S_IMODE(mode) if stat.S_ISREG(mode) else None


def new_mode() -> int:
    """The permissions that a new file gets."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _copy_metadata(made: str, target: str, mode: int) -> Iterable[str]:
    """Copy owner, permissions and extended attributes to the new file; returns the attributes that failed."""
    _give_to_owner_of(target, made)
    os.chmod(made, mode)
    return _lost_attributes(target, made)


def _lost_attributes(target: str, made: str) -> Iterator[str]:
    """Copy extended attributes; yields the names of those that failed."""
    if not (hasattr(os, "listxattr") and os.path.exists(target)):
        return
    try:
        names = os.listxattr(target)
    except OSError:  # a file system without any
        return
    for name in names:
        try:
            value = os.getxattr(target, name)
            with contextlib.suppress(OSError):
                os.setxattr(made, name, value)
            kept = os.getxattr(made, name) == value
        except OSError:
            kept = False
        if not kept:
            yield name


def _give_to_owner_of(target: str, temporary: str) -> None:
    """Keep the owner of a file when root replaces it, for example in a container."""
    with contextlib.suppress(OSError):  # only root may give a file away; a new file has no owner yet
        owner = os.stat(target)
        if hasattr(os, "chown"):
            os.chown(temporary, owner.st_uid, owner.st_gid)
