"""Finds and reads the files of an inventory."""

from __future__ import annotations

import time
from itertools import islice

from clblint.discovery.walk import leave, walk
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.files.paths import display_path
from clblint.files.read import MAX_BYTES, read_given, read_input
from clblint.files.unfit import TooLargeError
from clblint.files.working_folder import is_folder
from clblint.i18n.language import shortened, tr, why_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clblint.inventory.inventory import Inventory

_DAY = 24 * 60 * 60
# More is not an inventory: 10,000 CLBs with all their listeners take about 50 MiB in about a hundred files.
_MOST_ENTRIES, _MOST_FILES, _MOST_BYTES = 50_000, 5_000, 256 * 1024 * 1024


class Export(NamedTuple):
    """The files of an inventory as (path, bytes), not parsed yet, and the day for expiry checks (days since 1970).

    `settings` are the places in configurations (`path:line:column`) that name the files, by the path of the file.
    """

    files: tuple[tuple[str, bytes], ...]
    day: int
    settings: dict[str, str] = {}  # noqa: RUF012 - nobody writes to it

    @property
    def digest(self) -> bytes:
        """A hash of everything that findings depend on, for the cache."""
        parts = [f"{path}\0{len(data)}\0".encode(errors="replace") + data for path, data in self.files]
        return digest_of(b"\0".join([str(self.day).encode(), *parts]))

    def read(self) -> Inventory:
        """Parse the files."""
        from clblint.inventory.answers import answers_in  # noqa: PLC0415 - brings the parser
        from clblint.inventory.inventory import Inventory  # noqa: PLC0415 - brings the parser
        from clblint.source.text import Source  # noqa: PLC0415 - brings the parser

        found = [one for path, data in self.files for one in answers_in(Source(path, data), self.settings.get(path))]
        return Inventory(found, self.day * _DAY * 1000)

    def named_at(self, place: str) -> Export:
        """The same, named by the setting at a place of a configuration."""
        return self._replace(settings=dict.fromkeys((path for path, _ in self.files), place))


def find_export(path: str, day: int | None = None) -> Export:
    """The files at a path: one file, or the JSON files of a folder; raises `UsageError` if there are none.

    `day` is in days since 1970, by default today.
    """
    return Export(tuple(_read(path)), int(time.time()) // _DAY if day is None else day)


def joined(exports: Sequence[Export]) -> Export:
    """Several inventories as one; a file in two of them is read once."""
    files = tuple(dict.fromkeys(file for one in exports for file in one.files))
    return Export(files, exports[0].day, {path: place for one in exports for path, place in one.settings.items()})


def _read(path: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and bytes of each file; limits stop the search of a folder that is not an inventory."""
    if not is_folder(path):
        yield display_path(path), _bytes(path)
        return
    left = _MOST_BYTES
    for name in _below(path):
        data = read_input(name)
        left -= len(data)
        if left < 0:
            most = _MOST_BYTES // 1024 // 1024
            message = tr("{path}: more than {most} MiB of JSON: name the folder of the inventory", path=path, most=most)
            raise UsageError(message)
        yield name, data


def _bytes(path: str) -> bytes:
    """The bytes of one file or pipe (`<(command)` in a shell)."""
    try:
        return read_given(path, MAX_BYTES)
    except TooLargeError as error:
        most = MAX_BYTES // 1024 // 1024
        message = tr("{path}: larger than {most} MiB, the limit for an inventory", path=display_path(path), most=most)
        raise UsageError(message) from error
    except OSError as error:
        message = tr("{path}: {why}", path=shortened(display_path(path)), why=why_of(error))
        raise UsageError(message) from error


def _below(path: str) -> list[str]:
    """The JSON files below a folder, sorted."""
    links: set[str] = set()
    names = (name for name in walk(path, links=links, most=_MOST_ENTRIES) if name.endswith(".json"))
    found = list(islice(names, _MOST_FILES + 1))
    if not found:
        raise UsageError(tr("{path}: no JSON file in this folder", path=display_path(path)))
    if len(found) > _MOST_FILES:
        message = tr(
            "{path}: more than {most} JSON files: name the folder of the inventory",
            path=display_path(path),
            most=_MOST_FILES,
        )
        raise UsageError(message)
    for link in sorted(links.intersection(found)):
        if leave(link, [path]):
            raise UsageError(tr("{path}: a link that leads out of the folder of the inventory", path=link))
    return sorted(found)
