"""Where symbolic links lead: out of a folder, or to the same file."""

from __future__ import annotations

import os

from clblint.files.working_folder import absolute, real
from clblint.light import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def leads_out(path: str, roots: Iterable[str]) -> bool:
    """Whether a path leads through links out of all `roots`, or into a `.git` folder, which may contain tokens."""
    return not is_within(real(path), map(_real_folder, roots))


def is_within(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is in one of the folders, but not in a `.git` folder there; all without links."""
    return any(_holds(folder, path) for folder in folders)


def _holds(folder: str, path: str) -> bool:
    before = os.path.join(folder, "")
    return path == folder or (path.startswith(before) and ".git" not in path[len(before) :].split(os.sep))


def identity_of(path: str, *, linked: bool) -> str:
    """A path that identifies a file: equal for all links to it in its folder; `linked` says that it contains a link.

    A link in another folder counts as a separate file, since it has other neighbours, such as the pods of another
    environment.
    """
    folder, name = os.path.split(path)
    there = _real_folder(folder)
    target = real(path) if linked else ""
    return target if os.path.dirname(target) == there else os.path.join(there, name)


def forget_links() -> None:
    """Look at folders anew: links may have come or gone since they were followed first."""
    _real.cache_clear()


def _real_folder(folder: str) -> str:
    return _real(absolute(folder))  # a relative path is another folder in another session


@cache
def _real(folder: str) -> str:
    return os.path.realpath(folder)
