"""`clblint explain CAUSE`: the page of a cause of `clblint diagnose`, with its messages about the example."""

from __future__ import annotations

from clblint.cli.page_text import page_lines
from clblint.diagnose.cause_pages import CausePage, cause_pages, rules_of, texts_of, whole_cause_page
from clblint.i18n.language import ENGLISH, in_language, tr
from clblint.report.terminal import paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from clblint.plugins.registry import Rulebook
    from clblint.report.report import Style


def cause_named(name: str, book: Rulebook) -> CausePage | None:
    """The page of a cause of clblint or of a plugin; None if there is none of this name."""
    own = cause_pages().get(name)
    if own is not None:
        return own
    return next((CausePage(one.name, one.page, one.pack) for one in book.causes if one.name == name), None)


def cause_json(page: CausePage, book: Rulebook) -> dict[str, Any]:
    """The cause as a JSON document."""
    with in_language(ENGLISH):
        text = whole_cause_page(page, book.rules, book.causes)
    events, rules = texts_of(page.name), rules_of(page.name, book.rules)
    return {"format": 1, "cause": page.name, "events": events, "rules": rules, "page": text}


def cause_lines(page: CausePage, book: Rulebook, style: Style) -> Iterator[str]:
    """Yield the lines of the page for a terminal."""
    name = paint(style, "strong", visible(page.name, style))
    yield f"{name}  {tr('a cause that clblint diagnose names, by the objects of a snapshot')}"
    yield ""
    yield from page_lines(whole_cause_page(page, book.rules, book.causes), style)
