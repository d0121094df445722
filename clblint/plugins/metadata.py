"""Finds installed plugins by their entry points, and recognises changes of their code, without importing them.

`importlib.metadata` takes as long to import as reading a hundred manifests, so the `entry_points.txt` files of the
installed distributions are read directly.
"""

from __future__ import annotations

import os
import sys

from clblint.fast import NamedTuple
from clblint.files.digest import checksum_of
from clblint.i18n.language import HOST
from clblint.light import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from clblint.files.stamps import Stamp

GROUP = "clblint"
CLBLINT = os.path.dirname(os.path.dirname(__file__))  # the folder of the package


class EntryPoint(NamedTuple):
    """An entry point of the group `clblint`, with its distribution."""

    name: str
    module: str
    distribution: str
    version: str
    metadata: str  # the folder with the metadata of the distribution


def plugin_entries(disabled: Iterable[str] = ()) -> list[EntryPoint]:
    """The entry points of installed plugins, without those `disabled` by name or distribution."""
    off = frozenset(disabled)
    return [entry for entry in entry_points(sys.path) if not {entry.name, entry.distribution} & off]


def state_of_code(entries: Sequence[EntryPoint]) -> list[object]:
    """What differs between two states of the code of clblint and of its plugins, without importing any.

    Of a package beside the metadata of its distribution, as pip installs a wheel, that is what the installer recorded,
    which names a digest for each file; of any other one, such as a checkout, the stamps of its files.
    """
    own = next((entry.metadata for entry in entries if entry.distribution == HOST), "")
    packages = dict.fromkeys((HOST, "clblint_schemas"), own)  # with what says how they were installed
    packages |= {entry.module.partition(".")[0]: entry.metadata for entry in entries}
    names: dict[str, frozenset[str]] = {}
    return [_state(folder, metadata) for name, metadata in packages.items() for folder in folders_of(name, names)]


def _state(folder: str, metadata: str) -> object:
    is_beside = os.path.dirname(folder) == os.path.dirname(metadata)
    return (is_beside and _sum_of_record(metadata)) or code_files(folder)


@cache
def _sum_of_record(metadata: str) -> bytes:
    """The checksum of what was installed of a distribution; empty if the installer did not record it."""
    recorded = _bytes(os.path.join(metadata, "RECORD"))
    return checksum_of(recorded) if recorded else b""


@cache
def code_files(folder: str) -> list[Stamp]:
    """The stamps of the files with code or data below the folder of a package, or of the file of a module."""
    from clblint.files.stamps import stamps_of  # noqa: PLC0415 - not of what an installer has recorded

    return stamps_of(folder, (".py", ".json"), frozenset({"locale"}))


def folders_of(name: str, names: dict[str, frozenset[str]] | None = None) -> list[str]:
    """The folders of a package, or the file of a module; the import system is asked only if it is no usual package.

    `names` are those in folders of `sys.path`, and further ones are added: many packages are looked for in each.
    """
    if name == HOST:
        return [CLBLINT]
    names = {} if names is None else names
    for folder in sys.path:
        if folder not in names:
            names[folder] = frozenset(_names_in(folder))
        if name in names[folder] and os.path.isfile(os.path.join(folder, name, "__init__.py")):
            return [os.path.join(folder, name)]
        if f"{name}.py" in names[folder]:
            break
    from importlib.machinery import PathFinder  # noqa: PLC0415 - most packages are beside others

    spec = PathFinder.find_spec(name)
    return (spec.submodule_search_locations or [spec.origin or ""]) if spec else []


def entry_points(path: Iterable[str]) -> list[EntryPoint]:
    """The entry points of the group below the folders of `path`, by name; the first of one distribution counts."""
    found: dict[str, list[EntryPoint]] = {}
    for folder in path:
        for distribution, version, metadata in _metadata(folder or "."):
            if distribution not in found and (entries := list(_read(metadata, distribution, version))):
                found[distribution] = entries
    return sorted(entry for entries in found.values() for entry in entries)


def _metadata(folder: str) -> Iterator[tuple[str, str, str]]:
    for name in _names_in(folder):
        stem, dot, suffix = name.rpartition(".")
        if dot and suffix in {"dist-info", "egg-info"}:
            distribution, _, version = stem.partition("-")
            yield distribution.replace("_", "-").lower(), version, os.path.join(folder, name)


def _read(metadata: str, distribution: str, version: str) -> Iterator[EntryPoint]:
    data = _bytes(os.path.join(metadata, "entry_points.txt"))
    if f"[{GROUP}]".encode() not in data:
        return
    text = data.decode()
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == GROUP and "=" in line and not line.startswith("#"):
            name, _, module = line.partition("=")
            yield EntryPoint(name.strip(), module.strip(), distribution, version, metadata)


def _names_in(folder: str) -> list[str]:
    try:
        return os.listdir(folder or ".")
    except OSError:
        return []


def _bytes(path: str) -> bytes:
    """The bytes of a file; none if it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as stream:
            return stream.read()
    except OSError:
        return b""
