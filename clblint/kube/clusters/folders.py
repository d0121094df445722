"""Folders: how near they are to each other."""

from __future__ import annotations

import posixpath
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def ancestors(folder: str) -> Iterator[str]:
    """A folder and those that hold it."""
    while folder:
        yield folder
        parent = posixpath.dirname(folder)
        if parent == folder:
            return
        folder = parent


@lru_cache(4096)
def folder_of(path: str) -> str:
    """The folder of a file."""
    return posixpath.dirname(path)


@lru_cache(4096)
def common(one: str, other: str) -> str:
    """The folder that holds both."""
    parts = []
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            break
        parts.append(left)
    return "/".join(parts)


def depth(folder: str) -> int:
    """How many folders lead to it, itself included."""
    return len(folder.split("/")) if folder else 0


def below(shared: str, folder: str) -> str:
    """The folder right below a shared one that leads to another, or is it."""
    return "/".join(folder.split("/")[: depth(shared) + 1])


def are_neighbours(one: str, other: str) -> bool:
    """Whether two folders are the same, beside each other, one right below the other, or alike but for one name."""
    if one == other:
        return True
    shared = depth(common(one, other))
    if max(depth(one), depth(other)) <= shared + 1:
        return True
    return one.split("/")[shared + 1 :] == other.split("/")[shared + 1 :]
