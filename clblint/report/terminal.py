"""Text on a terminal: colours, widths in cells, wrapping, and escaping of control characters from manifests."""

from __future__ import annotations

from itertools import pairwise

from clblint.fast import NamedTuple
from clblint.light import import_module, lru_cache, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.report.report import Style
    from clblint.source.place import Span

MIN_WIDTH = 40  # cells; a narrower terminal gets lines of this width
_WIDE = 2
# Unicode categories of characters that may not end a line, and of those that may not begin one.
_OPENING = {"Ps", "Pi"}
_CLOSING = {"Pe", "Pf", "Po", "Mn", "Me"}
_COMMAND = pattern(r"(?m)^([ \t]*)([:#])(?=\2)")
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
    """The characters for the bar beside source lines, for omitted lines and for omitted text."""

    bar: str
    gap: str
    dots: str


_UNICODE = Signs("│", "⋮", "…")
_ASCII = Signs("|", ":", "...")


def signs(style: Style) -> Signs:
    """The drawing characters that the output can encode."""
    return _UNICODE if style.unicode else _ASCII


def paint(style: Style, name: str, text: str) -> str:
    """A text in a colour of `_COLORS`; it must be wrapped and padded already, since escape sequences have no width."""
    return f"\x1b[{_COLORS[name]}m{text}\x1b[0m" if style.color and text else text


def visible(text: str, style: Style) -> str:
    r"""A text with escapes (`\x1b`, `\u202e`) for characters that are not printable or that the output cannot encode.

    As Unicode defines it, these are controls, bidirectional and other format characters, lone surrogates, line
    separators, and every blank but the space (a no-break space in YAML is a mistake worth seeing).
    """
    if text.isprintable() and (style.unicode or text.isascii()):
        return text
    return "".join(visible_char(char, unicode=style.unicode) for char in text)


def visible_name(text: str, style: Style) -> str:
    """As `visible`, but with tabs and line ends unchanged, for formats that can escape them in a file name."""
    if text.isprintable() and (style.unicode or text.isascii()):
        return text
    kept = frozenset("\t\n\r")
    return "".join(char if char in kept else visible_char(char, unicode=style.unicode) for char in text)


def visible_char(char: str, *, unicode: bool) -> str:
    """A character, or its escape if it is not printable."""
    if char.isprintable() and (unicode or char.isascii()):
        return char
    return char.encode("unicode_escape").decode("ascii")


def guarded(text: str) -> str:
    """A text with an escape in each line that a CI runner would take for a command (`::error::`, `##vso[`)."""
    if "::" not in text and "##" not in text:
        return text
    return _COMMAND.sub(lambda found: f"{found[1]}\\x{ord(found[2]):x}", text)


def guarded_path(path: str) -> str:
    """As `guarded`, for a path at the beginning of a line: the result is a path of the same file."""
    return f"./{path}" if path.startswith(("::", "##")) else path


def cells(text: str) -> int:
    """The number of terminal cells that a text takes; it must not contain control characters."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def padded(text: str, width: int) -> str:
    """A text padded with blanks to a number of cells."""
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
    # Imported late: a megabyte of tables that ASCII text does not need.
    return str(import_module("unicodedata").category(char))


def wrap(text: str, width: int) -> list[str]:
    """A text wrapped to lines of at most `width` cells, at blanks and between wide characters.

    A longer word is not broken, so that a key or a path can be copied.
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
    """The fast path of `wrap`: every character takes one cell, and words are one blank apart."""
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
    """Yield the unbreakable parts of a text, each after the separator before it: a blank or nothing."""
    for word in text.split(" "):
        joint = " "
        for part in [word] if word.isascii() else _parts(word):
            yield joint, part
            joint = ""


def _parts(word: str) -> Iterator[str]:
    """Yield the parts of a word, split beside wide characters, but not after opening or before closing punctuation."""
    start = 0
    for at, (before, char) in enumerate(pairwise(word), 1):
        wide = _WIDE in {_cells_of(before), _cells_of(char)}
        if wide and _category(before) not in _OPENING and _category(char) not in _CLOSING:
            yield word[start:at]
            start = at
    yield word[start:]


@lru_cache(maxsize=1024)  # symptom and remedy are the same for most findings of a rule
def rows_of(text: str, name: str, style: Style) -> tuple[str, ...]:
    """The rows of a text wrapped beside its heading; none if the text is empty."""
    if not text:
        return ()
    head = f"  {name}  " if name else ""
    width = max(style.width, MIN_WIDTH) - cells(head)
    first, *more = wrap(visible(text, style), width)
    return (paint(style, "faint", head) + first, *(" " * cells(head) + row for row in more))


def location_text(path: str, span: Span, style: Style) -> str:
    """A place as `path:line:column`, which terminals and editors turn into a link."""
    return f"{visible(guarded_path(path), style)}:{span.line}:{span.column}"
