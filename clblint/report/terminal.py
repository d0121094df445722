"""Text on a terminal: colours, cell widths, wrapping, and escaping of control characters from manifests."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.report.report import Style
    from clblint.source.place import Span

NARROWEST = 40  # cells
_WIDE = 2
# Unicode's categories of what may not end a line, and of what may not begin one.
_OPENING = {"Ps", "Pi"}
_CLOSING = {"Pe", "Pf", "Po", "Mn", "Me"}
_COLORS = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "pedantic": "35",
    "because": "34",
    "strong": "1",
    "faint": "2",
    "code": "36",
}


class Signs(NamedTuple):
    """The drawing characters."""

    bar: str
    gap: str
    dots: str


_UNICODE = Signs("│", "⋮", "…")
_ASCII = Signs("|", ":", "...")


def signs(style: Style) -> Signs:
    """Choose the drawing characters that the output can carry."""
    return _UNICODE if style.unicode else _ASCII


def paint(style: Style, name: str, text: str) -> str:
    """Colour a text that is already laid out."""
    return f"\x1b[{_COLORS[name]}m{text}\x1b[0m" if style.color and text else text


def visible(text: str, style: Style) -> str:
    r"""Show as escapes (`\x1b`, `\u202e`) whatever has no picture of its own, or cannot be written to the output.

    "No picture" is Unicode's own word on it: controls, bidirectional and other format characters, lone surrogates,
    line separators, and every blank but the space (a no-break space in YAML is a mistake worth seeing).
    """
    if text.isprintable() and (style.unicode or text.isascii()):
        return text
    return "".join(visible_char(char, unicode=style.unicode) for char in text)


def visible_name(text: str, style: Style) -> str:
    """Show a name so that machines find the file: tabs and line ends stay, for formats that have an escape for them."""
    if text.isprintable() and (style.unicode or text.isascii()):
        return text
    kept = frozenset("\t\n\r")
    return "".join(char if char in kept else visible_char(char, unicode=style.unicode) for char in text)


def visible_char(char: str, *, unicode: bool) -> str:
    """Show one character, as an escape when it has no picture."""
    if char.isprintable() and (unicode or char.isascii()):
        return char
    return char.encode("unicode_escape").decode("ascii")


def guarded(text: str) -> str:
    """Keep a name in the input from beginning a row as a command of a CI runner (`::error::`, `##vso[`)."""
    if "::" not in text and "##" not in text:
        return text
    return _commands().sub(lambda found: f"{found[1]}\\x{ord(found[2]):x}", text)


def guarded_path(path: str) -> str:
    """The same for a path that begins a row, still a path."""
    return f"./{path}" if path.startswith(("::", "##")) else path


@lru_cache(maxsize=1)
def _commands() -> re.Pattern[str]:
    return re.compile(r"^([ \t]*)([:#])(?=\2)", re.MULTILINE)


def cells(text: str) -> int:
    """Count the terminal cells that a visible text takes."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def padded(text: str, width: int) -> str:
    """Fill a visible text up to a number of cells."""
    return text + " " * (width - cells(text))


@lru_cache(maxsize=4096)
def _cells_of(char: str) -> int:
    if char.isascii():
        return 1
    if _category(char) in {"Mn", "Me"}:
        return 0
    return _WIDE if import_module("unicodedata").east_asian_width(char) in "WF" else 1


@lru_cache(maxsize=4096)
def _category(char: str) -> str:
    # A megabyte of tables that plain ASCII manifests never need.
    return str(import_module("unicodedata").category(char))


def wrap(text: str, width: int) -> list[str]:
    """Fold a text into lines of at most `width` cells, at blanks and between wide characters.

    A word that is longer stays whole, so that a key or a path can be copied.
    """
    if text.isascii() and text[:1] != " ":
        if len(text) <= width:
            return [text]
        if "  " not in text:
            return _wrap_ascii(text, width)
    lines, line, used = [], "", 0
    for joint, atom in _atoms(text):
        size = cells(atom)
        if line and used + len(joint) + size > width:
            lines.append(line)
            line, used = atom, size
        else:
            line, used = line + (joint + atom if line else atom), used + (len(joint) if line else 0) + size
    return [*lines, line]


def _wrap_ascii(text: str, width: int) -> list[str]:
    """The same where every character is one cell and words stand one blank apart: nearly always, and much faster."""
    lines = []
    while len(text) > width:
        cut = text.rfind(" ", 1, width + 1)
        if cut < 0:
            cut = text.find(" ", width)
        if cut < 0:
            break
        lines.append(text[:cut])
        text = text[cut + 1 :]
    return [*lines, text]


def _atoms(text: str) -> Iterator[tuple[str, str]]:
    """Give the unbreakable parts, each with what joins it to the one before."""
    for word in text.split(" "):
        joint = " "
        for part in [word] if word.isascii() else _parts(word):
            yield joint, part
            joint = ""


def _parts(word: str) -> Iterator[str]:
    """Split beside wide characters, but not before closing nor after opening punctuation."""
    start = 0
    for at, (before, char) in enumerate(pairwise(word), 1):
        wide = _WIDE in {_cells_of(before), _cells_of(char)}
        if wide and _category(before) not in _OPENING and _category(char) not in _CLOSING:
            yield word[start:at]
            start = at
    yield word[start:]


@lru_cache(maxsize=1024)  # what is seen and what to do are the same for most findings of a rule
def rows_of(text: str, name: str, style: Style) -> tuple[str, ...]:
    """Wrap a text beside its heading; nothing where there is no text."""
    if not text:
        return ()
    head = f"  {name}  " if name else ""
    width = max(style.width, NARROWEST) - cells(head)
    first, *more = wrap(visible(text, style), width)
    return (paint(style, "faint", head) + first, *(" " * cells(head) + row for row in more))


def where(path: str, span: Span, style: Style) -> str:
    """Name a place the way terminals and editors make it a link."""
    return f"{visible(guarded_path(path), style)}:{span.line}:{span.column}"
