"""`unified`: a unified diff of a fix, in the form that `patch -p0` and `git apply -p0` accept."""

from __future__ import annotations

import difflib
import re

from clblint.files.read import STDIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE, _DELETE = 0x20, 0x7F
_SPECIAL = frozenset(b'"\\\x7f')
_ESCAPES = {ord(char): f"\\{name}" for char, name in zip('\a\b\t\n\v\f\r"\\', 'abtnvfr"\\', strict=True)}
# Workflow commands of CI runners, with or without blanks before.
_HARMFUL = re.compile(r"^\s*(?:::|##)")
_NO_END = "\\ No newline at end of file"


def unified(path: str, before: str, after: str) -> Iterator[str]:
    """Yield the lines of the diff without line feeds; a carriage return is part of its line.

    There are fewer context lines if a CI runner would take one for a command. The text contains no control characters,
    since files that do are not fixed.
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
    """A path with git's quoting, so that it takes one line and one name."""
    text = path.encode(errors="surrogateescape")
    if any(byte < _SPACE or byte in _SPECIAL for byte in text) or not path.isprintable():
        shown = "".join(
            _ESCAPES.get(byte) or (chr(byte) if _SPACE <= byte < _DELETE else f"\\{byte:03o}") for byte in text
        )
        return f'"{shown}"'
    return f"{path}\t" if " " in path else path  # a tab ends a name with blanks


def _marked(lines: list[str]) -> list[str]:
    """The lines without the empty string after the last line feed; a last line without line feed is marked."""
    *ended, rest = lines
    return [*ended, f"{rest}\n{_NO_END}"] if rest else ended
