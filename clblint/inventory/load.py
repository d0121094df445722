"""Finding the files of an inventory and reading them."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from clblint import files
from clblint.digest import digest_of
from clblint.errors import UsageError
from clblint.language import said
from clblint.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.inventory.inventory import Inventory

_DAY = 24 * 60 * 60


class Export(NamedTuple):
    """The files of an inventory, not read yet, and the day on which certificates are judged."""

    files: tuple[tuple[str, bytes], ...]
    day: int

    @property
    def digest(self) -> bytes:
        """What findings depend on."""
        parts = [f"{path}\0{len(data)}\0".encode(errors="replace") + data for path, data in self.files]
        return digest_of(b"\0".join([str(self.day).encode(), *parts]))

    def read(self) -> Inventory:
        """Everything that the files hold."""
        from clblint.inventory.answers import answers_in  # noqa: PLC0415 - brings the parser
        from clblint.inventory.inventory import Inventory  # noqa: PLC0415 - brings the parser
        from clblint.source.text import Source  # noqa: PLC0415 - brings the parser

        found = [one for path, data in self.files for one in answers_in(Source(path, data))]
        return Inventory(found, self.day * _DAY * 1000)


def find_export(path: str, day: int | None = None) -> Export:
    """The files at a path: one file, or the JSON files of a folder; `UsageError` where there are none to read.

    `day` counts from 1970 and is today where it is not given.
    """
    return Export(
        tuple((name, files.read(name)) for name in _names(path)), int(time.time()) // _DAY if day is None else day
    )


def joined(exports: Sequence[Export]) -> Export:
    """Several inventories as one; a file that two of them hold is read once."""
    return Export(tuple(dict.fromkeys(file for one in exports for file in one.files)), exports[0].day)


def _names(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [files.shown(path)]
    found = sorted(name for name in files.walk(path) if name.endswith(".json"))
    if not found:
        raise UsageError(said("{path}: no JSON file in this folder", path=files.shown(path)))
    return found
