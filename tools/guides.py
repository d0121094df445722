"""Translates the pages of `docs/` and the navigation, paragraph by paragraph, with the catalogue `docs/zh.po`.

`python -m tools.generate` brings the catalogue up to date with the pages; then fill in the empty `msgstr`.
Code, names and what is included from other files stay as they are. A heading keeps the id of the English one, so that
links to it are the same in both languages. What is not translated yet is shown in English.
"""

from __future__ import annotations

import functools
import os
import re
from glob import glob
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CATALOGUE = os.path.join(ROOT, "docs", "zh.po")
# A label of the navigation in `zensical.toml`, or what the site is said to be.
LABEL = re.compile(r'(?<=\{ ")[^"]+(?=" = )|(?<=site_description = ")[^"]+')
_HEAD = "# The pages in Simplified Chinese. Write msgstr; python -m tools.generate sees to the rest."
_FENCE = re.compile(r" *(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6} +)(.*)")
_ITEM = re.compile(r"( {0,3}(?:[-*]|\d+\.) +)(.*)")
_VERBATIM = re.compile(r"    |--8<--|<!--")
_CELLS = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(`+).*?\1")
_WORD = re.compile(r"[^\W\d_]{2}")


class Piece(NamedTuple):
    """A piece of a page: what stands before its text, the text on one line, and what stands after it.

    `kind` is `heading`, `cell`, `prose`, or empty for what is not translated.
    """

    before: str
    text: str
    after: str
    kind: str = ""


def pieces_of(markdown: str) -> Iterator[Piece]:
    """Split a page into pieces, which together are the page with each paragraph on one line."""
    lines = markdown.split("\n")
    at = 0
    while at < len(lines):
        end = _end_of(lines, at)
        if end > at:  # a paragraph or an item
            item = _ITEM.match(lines[at])
            rest = [item[2] if item else lines[at].strip(), *(line.strip() for line in lines[at + 1 : end])]
            yield _piece(item[1] if item else "", " ".join(rest), "\n", "prose")
            at = end
            continue
        end = _end_of_fence(lines, at)
        for line in lines[at : end + 1]:
            yield from [Piece("", line, "\n")] if end > at else _line(line)
        at = end + 1


def translated(markdown: str, tell: Callable[[str], str]) -> str:
    """A page in which each paragraph, heading and cell is what `tell` makes of it."""
    made = []
    for piece in pieces_of(markdown):
        text = tell(piece.text) if piece.kind else piece.text
        anchor = f" {{ #{slug(piece.text)} }}" if piece.kind == "heading" and text != piece.text else ""
        made.append(f"{piece.before}{text}{anchor}{piece.after}")
    return "".join(made)[:-1]


def slug(heading: str) -> str:
    """The id that Markdown gives a heading."""
    words = re.sub(r"\]\([^)]*\)|[^\w\s-]", "", heading).strip().lower()
    return re.sub(r"[-\s]+", "-", words)


def in_chinese(text: str) -> str:
    """A paragraph of a page in Chinese, or itself if it is not translated yet."""
    return known().get(text) or text


@functools.cache
def known() -> dict[str, str]:
    """The translations, by the text in English; empty for what is not translated yet."""
    from babel.messages.pofile import read_po  # noqa: PLC0415 - slow to import

    with open(CATALOGUE, "rb") as stream:
        return {str(message.id): str(message.string) for message in read_po(stream, locale="zh") if message.id}


def _end_of(lines: list[str], at: int) -> int:
    """The line after the paragraph that begins at a line; the line itself if none does."""
    if not _is_prose(lines[at]):
        return at
    end = at + 1
    while end < len(lines) and _goes_on(lines[end]):
        end += 1
    return end


def _is_prose(line: str) -> bool:
    return bool(line.strip()) and not (
        _FENCE.match(line) or _HEADING.match(line) or _VERBATIM.match(line) or line.startswith("|")
    )


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph of the line before."""
    return bool(line.strip()) and not (
        _FENCE.match(line) or _HEADING.match(line) or _ITEM.match(line) or line.startswith(("|", "--8<--", "<!--"))
    )


def _end_of_fence(lines: list[str], at: int) -> int:
    """The last line of the code that begins at a line; the line itself if none does."""
    fence = _FENCE.match(lines[at])
    if not fence:
        return at
    return next(number for number in range(at + 1, len(lines)) if lines[number].strip() == fence[1])


def _line(line: str) -> Iterator[Piece]:
    """Yield the pieces of a line that is no prose."""
    heading = _HEADING.match(line)
    if heading:
        yield _piece(heading[1], heading[2], "\n", "heading")
    elif line.startswith("|"):
        cells = [cell.strip() for cell in _CELLS.split(line)[1:-1]]
        yield Piece("", "|", "")
        yield from (_piece(" ", cell, " |", "cell") for cell in cells)
        yield Piece("", "", "\n")
    else:
        yield Piece("", line, "\n")


def _piece(before: str, text: str, after: str, kind: str) -> Piece:
    """A piece, which is to be translated if there is a word in it that is no code."""
    return Piece(before, text, after, kind if _WORD.search(_CODE.sub("", text)) else "")


def texts() -> dict[str, list[str]]:
    """The texts to translate, each with the pages that have it, in their order."""
    with open(os.path.join(ROOT, "zensical.toml"), encoding="utf-8") as stream:
        found = {label: ["zensical.toml"] for label in LABEL.findall(stream.read())}
    for path in sorted(glob(os.path.join(ROOT, "docs", "*.md"))):
        if path.endswith(".zh.md"):
            continue
        with open(path, encoding="utf-8") as stream:
            pieces = list(pieces_of(stream.read()))
        for piece in pieces:
            pages = found.setdefault(piece.text, []) if piece.kind else []
            if os.path.basename(path) not in pages:
                pages.append(os.path.basename(path))
    return found


def main() -> None:
    """Bring the catalogue up to date with the pages."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415 - slow to import
    from babel.messages.pofile import write_po  # noqa: PLC0415 - slow to import

    told = known() if os.path.exists(CATALOGUE) else {}
    made = Catalog(locale="zh", header_comment=_HEAD, fuzzy=False)
    for text, pages in texts().items():
        made.add(text, told.get(text, ""), auto_comments=pages)
    with open(CATALOGUE, "wb") as stream:
        write_po(stream, made, width=120, omit_header=True)
    known.cache_clear()
