"""Finds installed plugins by their entry points, without importing them.

`importlib.metadata` takes as long to import as reading a hundred manifests, so the `entry_points.txt` files of the
installed distributions are read directly.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
from functools import cache
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.files.stamps import stamps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.files.stamps import Stamp

GROUP = "clblint"
CLBLINT = os.path.dirname(os.path.dirname(__file__))  # the folder of the package


class EntryPoint(NamedTuple):
    """An entry point of the group `clblint`, with its distribution."""

    name: str
    module: str
    distribution: str
    version: str


def plugin_entries(disabled: Iterable[str] = ()) -> list[EntryPoint]:
    """The entry points of installed plugins, without those `disabled` by name or distribution."""
    off = frozenset(disabled)
    return [entry for entry in entry_points(sys.path) if not {entry.name, entry.distribution} & off]


def code_folders(entries: Iterable[EntryPoint]) -> list[str]:
    """The folders that hold the code of clblint and of its plugins, without importing any."""
    folders = [CLBLINT]
    for name in dict.fromkeys(["clblint_schemas", *(entry.module.partition(".")[0] for entry in entries)]):
        folders += folders_of(name)
    return folders


@cache
def code_files(folder: str) -> list[Stamp]:
    """The stamps of the files with code or data below a folder."""
    return stamps_of(folder, (".py", ".json"), frozenset({"locale"}))


def folders_of(name: str) -> list[str]:
    """The folders of a package; the import system is asked only if it is none of the usual ones: that takes longer."""
    for folder in sys.path:
        beside = os.path.join(folder, name)
        if os.path.isfile(os.path.join(beside, "__init__.py")):
            return [beside]
        if os.path.lexists(f"{beside}.py"):
            break
    spec = importlib.machinery.PathFinder.find_spec(name)
    return (spec.submodule_search_locations or [spec.origin or ""]) if spec else []


def entry_points(path: Iterable[str]) -> list[EntryPoint]:
    """The entry points of the group below the folders of `path`, by name; the first of one distribution counts."""
    found: dict[str, list[EntryPoint]] = {}
    for folder in path:
        for distribution, version, file in _metadata(folder or "."):
            if distribution not in found and (entries := list(_read(file, distribution, version))):
                found[distribution] = entries
    return sorted(entry for entries in found.values() for entry in entries)


def _metadata(folder: str) -> Iterator[tuple[str, str, str]]:
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        stem, dot, suffix = name.rpartition(".")
        if dot and suffix in {"dist-info", "egg-info"}:
            distribution, _, version = stem.partition("-")
            yield distribution.replace("_", "-").lower(), version, os.path.join(folder, name, "entry_points.txt")


def _read(file: str, distribution: str, version: str) -> Iterator[EntryPoint]:
    try:
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
    except OSError:
        return
    if f"[{GROUP}]" not in text:
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == GROUP and "=" in line and not line.startswith("#"):
            name, _, module = line.partition("=")
            yield EntryPoint(name.strip(), module.strip(), distribution, version)
