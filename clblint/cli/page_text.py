"""`page_lines`: formats the Markdown of pages for a terminal; supports the subset that pages use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clblint.i18n.language import tr
from clblint.i18n.text import N_
from clblint.plugins.pages import MARK, titled
from clblint.report.terminal import paint, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.report.report import Style

WIDEST = 100  # cells; longer lines of prose are hard to read
_CODE = re.compile(r"`([^`]+)`")
_BLOCKS = re.compile(
    r"^```(?P<kind>[^\n]*)\n(?P<code>.*?)^```$|(?P<prose>(?:(?!```)[^\n]+\n?)+)", re.MULTILINE | re.DOTALL
)
_TITLES = {"yaml bad": ("error", N_("Wrong:")), "yaml good": ("note", N_("Right:"))}
_ITEM = "- "
_LINK = re.compile(rf"{_ITEM}\[(.+)\]\((.+)\)")
_SOURCES = re.compile("Sources?: ?")
_KEPT = "\u00a0"  # stands for a blank that no line may end at


def page_lines(markdown: str, style: Style) -> Iterator[str]:
    """The page for a terminal in colours, or as Markdown for a pipe, wrapped either way."""
    for number, block in enumerate(_BLOCKS.finditer(markdown if style.color else titled(markdown))):
        if number:
            yield ""
        if block["prose"].startswith(_ITEM) if block["prose"] else False:
            yield from _items(block["prose"], style)
        elif block["prose"]:
            yield from prose(block["prose"], style)
        elif style.color:
            yield from _painted_code(block["kind"], block["code"], style)
        else:
            yield from block[0].splitlines()


def _items(text: str, style: Style) -> Iterator[str]:
    """A list, each item wrapped beside its sign; a link is not broken, so that it can be copied."""
    for item in text.splitlines():
        link = _LINK.fullmatch(item)
        if link:
            shown = (f"{_ITEM}{link[1]}", f"  {link[2]}") if style.color else (item,)
            yield from (visible(row, style) for row in shown)
        else:
            first, *more = prose(item.removeprefix(_ITEM), style, "  ")
            yield from (_ITEM + first.removeprefix("  "), *more)


def prose(text: str, style: Style, indent: str = "") -> list[str]:
    """A paragraph, wrapped; a command or a key in it is coloured, and not broken unless it has to be."""
    label = _SOURCES.match(text)
    if label:
        text = tr("Sources: {sources}", sources=text[label.end() :])
    joined = _CODE.sub(lambda code: code[0].replace(" ", _KEPT), " ".join(text.split()))
    lines = wrap(joined, min(style.width or WIDEST, WIDEST) - len(indent))
    shown = "\n".join(visible(line.replace(_KEPT, " "), style) for line in lines)
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
