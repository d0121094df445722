"""Makes the Markdown pages of the causes of `clblint diagnose`, with what it says of the examples, and their index.

They are in the language that is spoken.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.diagnose.cause_pages import CausePage, cause_pages, whole_cause_page
from clblint.i18n.language import tr
from clblint.i18n.text import N_
from clblint.plugins.pages import titled

if TYPE_CHECKING:
    from clblint.lint.rule import Rule

FOLDER = os.path.join("docs", "causes")
_INDEX = N_("""\
# Causes

What `clblint diagnose` names, each with an example that it is tested with. `clblint explain CAUSE` prints a page.
""")


def names() -> list[str]:
    """The causes that have pages."""
    return list(cause_pages())


def pages(rules: tuple[Rule, ...]) -> dict[str, str]:
    """Every page and the index by their paths."""
    found = cause_pages().values()
    made = {os.path.join(FOLDER, f"{page.name}.md"): _page(page, rules) for page in found}
    rows = (f"| [{page.name}]({page.name}.md) | {page.summary} |" for page in found)
    index = "\n".join([tr(_INDEX), f"| {tr('cause')} | {tr('what is wrong')} |", "| --- | --- |", *rows])
    return {**made, os.path.join(FOLDER, "README.md"): f"{index}\n"}


def _page(page: CausePage, rules: tuple[Rule, ...]) -> str:
    return f"# {page.name}\n\n{titled(whole_cause_page(page, rules))}"
