"""What is still known of files from earlier runs.

One kept value for each combination of code, configuration, selection and working directory. For every path it holds
the digest of the bytes, what other files need to know of it, and its findings together with the digest of the project
that they were found in, and with those of the other files that were looked into for them. Nothing is taken from it
unless all digests agree, so an old entry cannot change a report; it only costs the time to read the file again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.files.cache_folder import read_kept, write_kept
from clblint.files.digest import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.serialize import Plain

_LAYOUT = b"6"  # of an entry; raise it when `Entry` changes
_MOST = 50_000  # entries under one name


class CacheEntry(NamedTuple):
    """What is known of one file; `project` and `packed`, the result, are empty where it was only read for context.

    `needs` are the other files that were looked into for its findings, with their digests. `show` names the way in
    which the findings are shown.
    """

    digest: bytes
    refs: tuple[Plain, ...]
    project: bytes = b""
    packed: bytes = b""
    needs: tuple[tuple[str, bytes], ...] = ()
    kustomization: Plain | None = None  # what a kustomization says, for the roles of other files
    show: str = ""


class ResultCache:
    """The entries of one combination, read once and written back as a whole."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.entries: dict[str, CacheEntry] = {
            path: CacheEntry(*entry) for path, entry in (read_kept(name) or {}).items()
        }

    def save(self, fresh: dict[str, CacheEntry]) -> None:
        """Keep what this run has learnt."""
        if not fresh:
            return
        entries = {**self.entries, **fresh} if len(self.entries) + len(fresh) <= _MOST else fresh
        write_kept(self._name, {path: tuple(entry) for path, entry in entries.items()})


def open_cache(parts: Iterable[bytes]) -> ResultCache:
    """The store of a run; `parts` are all that its findings depend on beside the files."""
    depends = (_LAYOUT, os.getcwd().encode(errors="replace"), *parts)
    name = digest_of(b"\0\0".join(depends)).hex()
    return ResultCache(f"files-{name}")
