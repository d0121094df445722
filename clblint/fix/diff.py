"""What a fix changes, as a unified diff that `patch -p0` and `git apply -p0` take."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from clblint.files.read import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE, _DELETE = 0x20, 0x7F
_SPECIAL = frozenset(b'"\\\x7f')
_ESCAPES = {ord(char): f"\\{name}" for char, name in zip('\a\b\t\n\v\f\r"\\', 'abtnvfr"\\', strict=True)}
# Controls but the tab and what ends a line, and what a runner obeys at the beginning of a row, blanks before it or not.
_HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|^\\s*(?:::|##)")
_NO_END = "\\ No newline at end of file"


def unified(path: str, before: str, after: str) -> Iterator[str]:
    """The rows of the diff without their line feeds; a carriage return in a line is part of it.

    Lines around a change that would paint a terminal or command a CI runner are left out: fewer are shown then. None
    of them changes: a fix in such a line is refused.
    """
    name = _quoted(path) if path != STDIN else "standard input"
    old, new = _marked(before.split("\n")), _marked(after.split("\n"))
    rows: list[str] = []
    for around in (3, 2, 1, 0):
        rows = list(difflib.unified_diff(old, new, name, name, lineterm="", n=around))
        if not any(row.startswith(" ") and _HARMFUL.search(row) for row in rows):
            break
    for row in rows:
        yield from row.split("\n")


def _quoted(path: str) -> str:
    """A name as git writes it, so that it is one name in one row, whatever stands in it."""
    text = path.encode(errors="surrogateescape")
    if any(byte < _SPACE or byte in _SPECIAL for byte in text) or not path.isprintable():
        shown = "".join(
            _ESCAPES.get(byte) or (chr(byte) if _SPACE <= byte < _DELETE else f"\\{byte:03o}") for byte in text
        )
        return f'"{shown}"'
    return f"{path}\t" if " " in path else path  # a tab ends a name with blanks


def _marked(lines: list[str]) -> list[str]:
    """Lines without the nothing behind the last line feed; a last line that has none is marked."""
    *ended, rest = lines
    return [*ended, f"{rest}\n{_NO_END}"] if rest else ended
