"""`page_lines`: the Markdown of a page, formatted for a terminal; it supports the subset that pages use."""

from __future__ import annotations

import re

from clblint.i18n.language import tr
from clblint.i18n.text import N_
from clblint.plugins.pages import MARK, SNAPSHOT, titled
from clblint.report.terminal import paint, visible, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.report.report import Style

MAX_WIDTH = 100  # cells; longer lines of prose are hard to read
_CODE = re.compile(r"`([^`]+)`")
_BLOCKS = re.compile(
    r"^```(?P<kind>[^\n]*)\n(?P<code>.*?)^```$|(?P<prose>(?:(?!```)[^\n]+\n?)+)", re.MULTILINE | re.DOTALL
)
_TITLES = {
    "yaml bad": ("error", N_("Wrong:")),
    "yaml good": ("note", N_("Right:")),
    "yaml snapshot": ("note", SNAPSHOT),
}
_LIST_MARKER = "- "
_LINK = re.compile(rf"{_LIST_MARKER}\[(.+)\]\((.+)\)")
_SOURCES = re.compile("Sources?: ?")
_NO_BREAK = "\u00a0"  # in place of a blank at which no line may be broken


def page_lines(markdown: str, style: Style) -> Iterator[str]:
    """Yield the lines of a page, wrapped: with colours for a terminal, otherwise as Markdown."""
    for number, block in enumerate(_BLOCKS.finditer(markdown if style.color else titled(markdown))):
        if number:
            yield ""
        if block["prose"].startswith(_LIST_MARKER) if block["prose"] else False:
            yield from _items(block["prose"], style)
        elif block["prose"]:
            yield from prose(block["prose"], style)
        elif style.color:
            yield from _painted_code(block["kind"], block["code"], style)
        else:
            yield from block[0].splitlines()


def _items(text: str, style: Style) -> Iterator[str]:
    """Yield the lines of a list, with each item wrapped and indented; links are not broken, so they can be copied."""
    for item in text.splitlines():
        link = _LINK.fullmatch(item)
        if link:
            shown = (f"{_LIST_MARKER}{link[1]}", f"  {link[2]}") if style.color else (item,)
            yield from (visible(row, style) for row in shown)
        else:
            first, *more = prose(item.removeprefix(_LIST_MARKER), style, "  ")
            yield from (_LIST_MARKER + first.removeprefix("  "), *more)


def prose(text: str, style: Style, indent: str = "") -> list[str]:
    """The lines of a wrapped paragraph; code in it is coloured, and broken only if it is longer than a line."""
    label = _SOURCES.match(text)
    if label:
        text = tr("Sources: {sources}", sources=text[label.end() :])
    joined = _CODE.sub(lambda code: code[0].replace(" ", _NO_BREAK), " ".join(text.split()))
    lines = wrap(joined, min(style.width or MAX_WIDTH, MAX_WIDTH) - len(indent))
    shown = "\n".join(visible(line.replace(_NO_BREAK, " "), style) for line in lines)
    if style.color:
        shown = _CODE.sub(lambda code: "\n".join(paint(style, "code", part) for part in code[1].split("\n")), shown)
    return [indent + (paint(style, "faint", line) if label else line) for line in shown.split("\n")]


def _painted_code(kind: str, code: str, style: Style) -> Iterator[str]:
    color, title = _TITLES.get(kind, ("strong", kind))
    if title:
        yield paint(style, color, tr(title))
    for line in code.splitlines():
        shown, mark, rest = visible(line, style).partition(MARK)
        before, sign, comment = ("", "", shown) if shown.lstrip().startswith("#") else (shown, "", "")
        yield "    " + before + sign + paint(style, "faint", comment) + paint(style, color, mark + rest)
