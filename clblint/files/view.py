"""Views of a file system: the disk, and a set of texts such as those of a git revision."""

from __future__ import annotations

import errno
import os

from clblint.files.read import MAX_BYTES, read_whole
from clblint.files.working_folder import absolute
from clblint.light import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_DEEP = 100  # folders within each other


class View(Protocol):
    """The files and folders at absolute paths without `..`."""

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder."""

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder."""

    def real(self, path: str) -> str:
        """The path with all links followed."""

    def read(self, path: str) -> bytes:
        """The content of a file; raises `OSError` or `UsageError` if it cannot be read."""


class Disk:
    """The files on disk; `read` may refuse some of them."""

    def __init__(self, read: Callable[[str], bytes] | None = None) -> None:
        self._read = read
        self._real_folders: dict[str, str] = {}
        self._listings: dict[str, frozenset[str] | None] = {}

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder."""
        return not self._is_missing(path) and os.path.exists(path)

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder."""
        return not self._is_missing(path) and os.path.isdir(path)

    def real(self, path: str) -> str:
        """The path with all links followed; the same path if no file system has such a name."""
        try:
            return self._real(path)
        except ValueError:
            return path

    def _real(self, path: str) -> str:
        """The path with all links followed; those of a folder once for all that is in it."""
        folder, name = os.path.split(path)
        if not name or path.count(os.sep) > _DEEP:
            return os.path.realpath(path)
        real = self._real_folders.get(folder)
        if real is None:
            real = self._real_folders[folder] = self._real(folder)
        there = os.path.join(real, name)
        return os.path.realpath(path) if not self._is_missing(path) and os.path.islink(there) else there

    def _is_missing(self, path: str) -> bool:
        """Whether its folder has no such name; builds look for three names of kustomizations in each folder.

        File systems may write other letters than those of ASCII in another way.
        """
        folder, name = os.path.split(path)
        if not name.isascii():
            return False
        if folder not in self._listings:
            self._listings[folder] = _names_in(folder)
        names = self._listings[folder]
        return bool(name) and names is not None and name.lower() not in names

    def read(self, path: str) -> bytes:
        """The content of a regular file of a bounded size."""
        if self._is_missing(path):
            raise _no_file()
        try:
            return self._read(path) if self._read else read_whole(path, MAX_BYTES)
        except ValueError as error:  # no file system has such a name
            raise _no_file() from error


class Listed:
    """Given files and the folders that they lie in, without links; `read` gives the content of one."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], bytes]) -> None:
        self._paths = frozenset(map(absolute, paths))
        self._folders = _folders_of(self._paths)
        self._read = read

    def exists(self, path: str) -> bool:
        """Whether it is one of the files or folders."""
        return path in self._paths or path in self._folders

    def is_folder(self, path: str) -> bool:
        """Whether one of the files lies in it or below."""
        return path in self._folders

    def real(self, path: str) -> str:
        """The same path."""
        return path

    def read(self, path: str) -> bytes:
        """The content of one of the files."""
        if path not in self._paths:
            raise _no_file()
        return self._read(path)


def _names_in(folder: str) -> frozenset[str] | None:
    """The names in a folder in lower case, as some file systems compare them; None if it cannot be read."""
    try:
        return frozenset(map(str.lower, os.listdir(folder)))
    except (OSError, ValueError):
        return None


def _no_file() -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


def _folders_of(paths: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for path in paths:
        folder = os.path.dirname(path)
        while folder not in found:
            found.add(folder)
            folder = os.path.dirname(folder)
    return frozenset(found)
