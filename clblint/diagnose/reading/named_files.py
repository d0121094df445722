"""Lists the files of a snapshot: those that are named, and those below named folders."""

from __future__ import annotations

import os

from clblint.errors import UsageError
from clblint.files.links import leads_out
from clblint.files.paths import display_path
from clblint.files.read import STDIN
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_FILES = 5_000
_MOST_ENTRIES = 50_000


def listed_files(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files that paths name, with those below folders."""
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            yield from _below(path)
        else:
            yield path


def _below(folder: str) -> Iterator[str]:
    """The files below a folder, sorted; not those that are hidden, and no links that lead out of it."""
    found: list[str] = []
    seen = 0
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        seen += len(folders) + len(names)
        if seen > _MOST_ENTRIES or len(found) > _MOST_FILES:
            raise UsageError(tr("{path}: too many files and folders to look at: name a folder in it", path=folder))
        paths = (os.path.join(here, name) for name in sorted(names) if not name.startswith("."))
        root = [os.path.realpath(folder)]
        found += [
            path for path in paths if os.path.isfile(path) and not (os.path.islink(path) and leads_out(path, root))
        ]
    if not found:
        raise UsageError(tr("{path}: no file in this folder", path=display_path(folder)))
    yield from found
