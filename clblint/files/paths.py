"""Display form of paths, and whether one path is below another."""

from __future__ import annotations

import os


def display_path(path: str) -> str:
    """A path as it is reported: relative to the working directory where it lies below it, with `/`."""
    path = os.path.normpath(path)
    if os.path.isabs(path):
        relative = os.path.relpath(path)
        path = path if relative.startswith("..") else relative
    return path.replace(os.sep, "/")


def is_below(path: str, folder: str) -> bool:
    """Whether a path, as it is reported, is the other one or lies below it."""
    return (folder == "." and not path.startswith(("../", "/"))) or path == folder or path.startswith(f"{folder}/")
