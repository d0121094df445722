"""Symbolic links: whether a path leads out of a folder, and the identity of files with several paths."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def leads_elsewhere(path: str) -> bool:
    """Whether a link is part of a path."""
    return os.path.realpath(path) != os.path.abspath(path)


def leads_out(path: str, roots: Iterable[str]) -> bool:
    """Whether a path leads by links out of all these folders, or into a `.git` folder, which may hold tokens."""
    real = os.path.realpath(path)
    return not any(_holds(_real_folder(root), real) for root in roots)


def _holds(folder: str, path: str) -> bool:
    before = os.path.join(folder, "")
    return path == folder or (path.startswith(before) and ".git" not in path[len(before) :].split(os.sep))


def place_of(path: str, *, linked: bool) -> str:
    """A path that identifies a file, equal for its names in one folder; `linked` says that the path contains a link.

    A link in another folder than its target counts as a separate file: it has other neighbours, such as the pods of
    another environment.
    """
    folder, name = os.path.split(path)
    real = _real_folder(folder)
    target = os.path.realpath(path) if linked else ""
    return target if os.path.dirname(target) == real else os.path.join(real, name)


@functools.cache
def _real_folder(folder: str) -> str:
    return os.path.realpath(folder)
