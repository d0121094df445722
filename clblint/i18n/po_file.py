"""Catalogues as people write them (`.po`), for packages that bring no compiled one (`.mo`): a checkout, above all.

Babel compiles them when a wheel is built, but is not installed with clblint. This reads what Babel writes, as far as we
use it: no contexts, and plurals of languages that have one form.
"""

from __future__ import annotations

import ast
import gettext
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Entry = dict[str, str]  # by keyword: msgid, msgid_plural, msgstr or msgstr[0]


class PoTranslations(gettext.GNUTranslations):
    """The translations of a `.po` file."""

    def _parse(self, fp: Any) -> None:  # noqa: ANN401 - a stream of bytes, as in gettext
        catalogue: dict[str | tuple[str, int], str] = {}
        for entry in _entries(fp.read().decode().replace("\r\n", "\n")):
            one, text = entry.get("msgid", ""), entry.get("msgstr") or entry.get("msgstr[0]")
            if one and text:
                catalogue[(one, 0) if "msgid_plural" in entry else one] = text
        self._catalog = catalogue
        self.plural = lambda _number: 0


def _entries(text: str) -> Iterator[Entry]:
    """The entries of a file, which stand apart by blank lines; what is marked as a guess (fuzzy) is none."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        if any(line.startswith("#,") and "fuzzy" in line for line in lines):
            continue
        entry: Entry = {}
        keyword = ""
        for line in lines:
            if not line.startswith("#"):
                word, _, quoted = line.partition('"')
                keyword = word.strip() or keyword
                entry[keyword] = entry.get(keyword, "") + ast.literal_eval(f'"{quoted}')
        yield entry
