"""Replacing a file that somebody asked to have written: its name, links, owner and permissions stay."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from typing import TYPE_CHECKING

from clblint.errors import UsageError
from clblint.i18n.language import tr, why_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_OPEN = r"(?:/dev|/proc/self)/fd/(\d{1,9})|/dev/std(in|out|err)"


def is_special(path: str) -> bool:
    """Whether a path is there and neither a file nor a folder: a device such as `/dev/null`, or what is open already.

    A pipe with a name is a file in this: who reads it has gone when the first writer has.
    """
    if _open_as(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISFIFO(mode))


def replace_file(path: str, data: bytes) -> tuple[str, ...]:
    """Write a file as a whole or not at all; links and permissions stay. `UsageError` where that fails.

    What is no file but takes data (a pipe, `/dev/null`) is written to, never replaced. The answer is the names of the
    extended attributes that could not be kept.
    """
    lost: list[str] = []
    try:
        handle = _open_as(path)
        mode = _mode_of(path) if handle is None else None
        if mode is None:  # by the name that was given: where a link leads may have no name
            if sys.stdout is not None:
                sys.stdout.flush()  # what was said before stands before
            with open(path if handle is None else os.dup(handle), "wb") as stream:
                stream.write(data)
        else:
            from clblint.files.write import write_beside  # noqa: PLC0415 - most runs write nothing

            target = os.path.realpath(path)
            write_beside(target, [data], lambda made: lost.extend(_dress(made, target, mode)))
    except OSError as error:
        folder = os.path.dirname(path)
        missing = bool(folder) and not os.path.lexists(folder)
        why = tr("there is no folder {folder}", folder=folder) if missing else why_of(error)
        message = tr("{path}: cannot be written: {why}", path=path, why=why)
        raise UsageError(message) from error
    return tuple(lost)


def count_links(path: str) -> int:
    """How many names a file has; a file that is replaced keeps one of them."""
    try:
        return os.stat(path).st_nlink
    except OSError:
        return 1


def _open_as(path: str) -> int | None:
    """The number under which a file is open already, for names such as `/dev/stdout`; it may be a file all the same."""
    found = re.fullmatch(_OPEN, path, re.ASCII)
    if found is None:
        return None
    return int(found[1]) if found[1] else ("in", "out", "err").index(found[2])


def _mode_of(path: str) -> int | None:
    """The permissions of a file, or those that a new one gets; None for what is no file."""
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


def _dress(made: str, target: str, mode: int) -> Iterable[str]:
    """Make a new file look like the one whose place it takes; which extended attributes that fails for."""
    _give_to_owner_of(target, made)
    os.chmod(made, mode)
    return _lost_attributes(target, made)


def _lost_attributes(target: str, made: str) -> Iterator[str]:
    """Give a file the extended attributes of another; the names of those that it does not take."""
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
    """A file stays its owner's, also where root writes it (in a container, say)."""
    with contextlib.suppress(OSError):  # only root may give a file away; a new file has no owner yet
        owner = os.stat(target)
        if hasattr(os, "chown"):
            os.chown(temporary, owner.st_uid, owner.st_gid)
