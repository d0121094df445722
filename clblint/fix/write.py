"""Writes a fixed file atomically, if it has not changed on disk; its metadata stays."""

from __future__ import annotations

import os
import stat

from clblint.errors import UsageError
from clblint.files.read import read_input
from clblint.files.replace import count_links, replace_file
from clblint.i18n.language import ntr, tr, why_of


def check_writable(path: str) -> None:
    """Raise `UsageError` if a file or its folder is read-only or inaccessible."""
    real = os.path.realpath(path)
    try:
        mode = os.stat(real).st_mode
    except OSError as error:
        raise _refused(path, why_of(error)) from error
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(real, os.W_OK):
        raise _refused(path, tr("it is read-only"))
    if not os.access(os.path.dirname(real), os.W_OK | os.X_OK):
        raise _refused(path, tr("its folder is read-only"))


def write(path: str, before: bytes, after: bytes) -> list[str]:
    """Replace the content of a file that still holds `before`; links, mode and owner stay.

    Returns a sentence for each attribute of the file that is lost. Raises `UsageError` if the file cannot be written
    or has changed on disk.
    """
    now = read_input(path)
    if now == after:
        return []
    if now != before:
        raise _refused(path, tr("it has changed since it was read"))
    others = count_links(path) - 1
    lost = replace_file(path, after)
    changed = []
    if others > 0:
        line = ntr(
            "{path}: {count} other name of this file (a hard link) still has the text from before",
            "{path}: {count} other names of this file (hard links) still have the text from before",
            others,
            path=path,
        )
        changed.append(line)
    if lost:
        names = tr(", ").join(lost)
        changed.append(tr("{path}: extended attributes that could not be kept: {names}", path=path, names=names))
    return changed


def _refused(path: str, why: str) -> UsageError:
    return UsageError(tr("{path}: cannot be written, so nothing in it was fixed: {why}", path=path, why=why))
