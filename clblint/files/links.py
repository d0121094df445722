"""Files that have several names, by links to them or to the folders that they lie in."""

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
    """Whether a path ends, by links, outside of all these folders, or in what git keeps there: tokens, say."""
    real = os.path.realpath(path)
    return not any(_holds(_real_folder(root), real) for root in roots)


def _holds(folder: str, path: str) -> bool:
    before = os.path.join(folder, "")
    return path == folder or (path.startswith(before) and ".git" not in path[len(before) :].split(os.sep))


def place_of(path: str, *, linked: bool) -> str:
    """Where a file is, the same for all of its names; `linked` if a link is part of this one.

    A link that stands in another folder than its file is a file of its own: it has other neighbours, such as the pods
    of another stage.
    """
    folder, name = os.path.split(path)
    real = _real_folder(folder)
    target = os.path.realpath(path) if linked else ""
    return target if os.path.dirname(target) == real else os.path.join(real, name)


@functools.cache
def _real_folder(folder: str) -> str:
    return os.path.realpath(folder)
