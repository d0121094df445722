"""`stamps_of`: paths, sizes and modification times of source files, to detect changes without reading them."""

from __future__ import annotations

import os

Stamp = tuple[str, int, int]  # path, size, modification time


def stamps_of(folder: str, endings: tuple[str, ...], without: frozenset[str] = frozenset()) -> list[Stamp]:
    """The sorted stamps of files below a folder with one of the `endings`, except in folders named in `without`.

    If it is no folder but a file, its own stamp.
    """
    if os.path.isfile(folder):
        status = os.stat(folder)
        return [(folder, status.st_size, status.st_mtime_ns)]
    found = []
    pending = [folder]
    while pending:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.name.endswith(endings):
                        status = entry.stat()
                        found.append((entry.path, status.st_size, status.st_mtime_ns))
                    elif entry.name != "__pycache__" and entry.name not in without and entry.is_dir():
                        pending.append(entry.path)
        except OSError:
            continue
    return sorted(found)
