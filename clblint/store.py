"""What is still known from earlier runs.

One file for each combination of code, configuration, selection and working directory, in the user's cache folder. For
every path it holds the digest of the bytes, what other files need to know of it, and its findings together with the
digest of the project that they were found in. Nothing is taken from it unless both digests agree, so an old entry
cannot change a report; it only costs the time to read the file again.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from clblint.digest import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.plain import Plain

_LAYOUT = "1"  # of an entry; raise it when `Entry` changes
_MOST = 50_000  # entries in one file
_CHECKSUM = 16


class Entry(NamedTuple):
    """What is known of one file; `project` is empty where it was only read for context."""

    digest: bytes
    refs: tuple[Plain, ...]
    project: bytes
    tally: Plain
    findings: tuple[Plain, ...]


class Store:
    """The entries of one combination, read once and written back as a whole."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.entries: dict[str, Entry] = {path: Entry(*entry) for path, entry in _read(file).items()}

    def save(self, fresh: dict[str, Entry]) -> None:
        """Keep what this run has learnt. A cache that cannot be written is no reason to fail."""
        if not fresh:
            return
        entries = {**self.entries, **fresh} if len(self.entries) + len(fresh) <= _MOST else fresh
        payload = marshal.dumps({path: tuple(entry) for path, entry in entries.items()})
        temporary = f"{self._file}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self._file), mode=0o700, exist_ok=True)
            with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(digest_of(payload) + payload)
            os.replace(temporary, self._file)
        except OSError:
            return


def open_store(parts: Iterable[bytes], modules: Iterable[str]) -> Store:
    """The store for a run: `parts` are what its findings depend on, `modules` the folders of the code that finds."""
    code = [f"{name}\0{size}\0{modified}" for folder in modules for name, size, modified in _code(folder)]
    depends = [_LAYOUT, sys.version, os.getcwd(), *code]
    key = digest_of(b"\0\0".join([*(text.encode(errors="replace") for text in depends), *parts]))
    return Store(os.path.join(_folder(), key.hex()))


def _folder() -> str:
    own = os.environ.get("CLBLINT_CACHE_DIR")
    return own or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "clblint")


def _code(folder: str) -> list[tuple[str, int, int]]:
    found = []
    pending = [folder]
    while pending:
        here = pending.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    if entry.is_dir() and entry.name != "__pycache__":
                        pending.append(entry.path)
                    elif entry.name.endswith((".py", ".json")):
                        status = entry.stat()
                        found.append((entry.path, status.st_size, status.st_mtime_ns))
        except OSError:
            continue
    return sorted(found)


def _read(file: str) -> dict[str, Plain]:
    try:
        with open(file, "rb") as stream:
            if hasattr(os, "getuid") and os.fstat(stream.fileno()).st_uid != os.getuid():
                return {}  # marshal is for one's own data only
            data = stream.read()
    except OSError:
        return {}
    if data[:_CHECKSUM] != digest_of(data[_CHECKSUM:]):
        return {}
    entries: dict[str, Plain] = marshal.loads(data[_CHECKSUM:])  # noqa: S302 - our own file, as just checked
    return entries
