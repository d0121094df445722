"""Where relative paths start: in the working directory, or in the folder in which a block works (`in_folder`).

The working directory is that of the whole process. Nothing here depends on it while a session works in its own folder:
code that passes a relative path to the system resolves it here first.
"""

from __future__ import annotations

import os

from clblint.fast import Scoped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

_FOLDER = Scoped("")  # absolute; empty for the working directory


def in_folder(folder: str) -> AbstractContextManager[None]:
    """Have relative paths start in an absolute folder within a block, in its thread or task alone."""
    return _FOLDER.within(folder)


def here() -> str:
    """The absolute path of the folder in which relative paths start."""
    return _FOLDER.get() or os.getcwd()  # noqa: TID251 - for all others


def on_disk(path: str) -> str:
    """The path to pass to the system."""
    folder = _FOLDER.get()
    return os.path.join(folder, path) if folder else path


def exists(path: str) -> bool:
    """Whether there is a file or a folder."""
    return os.path.exists(on_disk(path))


def is_file(path: str) -> bool:
    """Whether there is a file."""
    return os.path.isfile(on_disk(path))


def is_folder(path: str) -> bool:
    """Whether there is a folder."""
    return os.path.isdir(on_disk(path))


def absolute(path: str) -> str:
    """The absolute form of a path, without `..`."""
    return os.path.abspath(on_disk(path))  # noqa: TID251 - for all others


def absolutes(paths: Iterable[str]) -> list[str]:
    """The absolute forms of the paths of files, worked out once for all that are in one folder."""
    folders: dict[str, str] = {}
    found: list[str] = []
    for path in paths:
        folder, name = os.path.split(path)
        if folder not in folders:
            folders[folder] = os.path.join(absolute(folder), "")
        found.append(folders[folder] + name)
    return found


def real(path: str) -> str:
    """The absolute form of a path with all links followed."""
    return os.path.realpath(on_disk(path))


def contains_link(path: str) -> bool:
    """Whether a path contains a symbolic link."""
    return real(path) != absolute(path)


def relative(path: str, folder: str = os.curdir) -> str:
    """The path from a folder to another path."""
    return os.path.relpath(on_disk(path), on_disk(folder))
