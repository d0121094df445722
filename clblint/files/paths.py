"""Display form of paths, and whether one path is below another."""

from __future__ import annotations

import os

from clblint.files.working_folder import relative


def display_path(path: str, folder: str = os.curdir) -> str:
    """A path as it is reported: with `/`, and relative to a folder, by default the current one, if it is below that."""
    path = os.path.normpath(path)
    if os.path.isabs(path):
        below = relative(path, folder)
        path = path if below.startswith("..") else below
    return path.replace(os.sep, "/")


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or below it; both as returned by `display_path`."""
    return (folder == "." and not path.startswith(("../", "/"))) or path == folder or path.startswith(f"{folder}/")
