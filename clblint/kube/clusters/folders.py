"""Functions on folder paths: ancestors, common folder, depth, neighbourhood."""

from __future__ import annotations

import os
import posixpath

from clblint.light import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_HAS_DRIVES = os.name == "nt"


def ancestors(folder: str) -> Iterator[str]:
    """Yield a folder and its parents, the innermost first."""
    while folder:
        yield folder
        parent = posixpath.dirname(folder)
        if parent == folder:
            return
        folder = parent


@lru_cache(4096)
def folder_of(path: str) -> str:
    """The folder of a file."""
    folder, slash, _ = path.rpartition("/")  # `posixpath.dirname` takes three times as long
    return folder.rstrip("/") or slash


def is_outside(path: str) -> bool:
    """Whether a path as it is reported leads out of the working folder."""
    return path.startswith(("../", "/")) or (_HAS_DRIVES and os.path.isabs(path))


@lru_cache(4096)
def common(one: str, other: str) -> str:
    """The deepest common folder of two folders."""
    parts = []
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            break
        parts.append(left)
    return "/".join(parts)


def depth(folder: str) -> int:
    """The number of path components, itself included."""
    return len(folder.split("/")) if folder else 0


def below(shared: str, folder: str) -> str:
    """The child of `shared` on the path to `folder`."""
    return "/".join(folder.split("/")[: depth(shared) + 1])


def are_neighbours(one: str, other: str) -> bool:
    """Whether two folders are equal, siblings, parent and child, or differ in one path component."""
    if one == other:
        return True
    shared = depth(common(one, other))
    if max(depth(one), depth(other)) <= shared + 1:
        return True
    return one.split("/")[shared + 1 :] == other.split("/")[shared + 1 :]
