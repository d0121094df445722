"""What a fix changes, as a unified diff that `patch -p0` and `git apply -p0` take."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from clblint.files import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_END = "\\ No newline at end of file"


def unified(path: str, before: str, after: str) -> Iterator[str]:
    """The rows of the diff without their line feeds; a carriage return in a line is part of it."""
    name = path if path != STDIN else "standard input"
    old, new = before.split("\n"), after.split("\n")
    for row in difflib.unified_diff(_marked(old), _marked(new), name, name, lineterm=""):
        yield from row.split("\n")


def _marked(lines: list[str]) -> list[str]:
    """Lines without the nothing behind the last line feed; a last line that has none is marked."""
    *ended, rest = lines
    return [*ended, f"{rest}\n{_NO_END}"] if rest else ended
