"""Reads `.po` message catalogues, for packages without compiled ones (`.mo`), such as a checkout.

Babel compiles catalogues when a wheel is built, but is not a dependency of clblint. The parser supports what our
catalogues use: no contexts, and languages with one plural form.
"""

from __future__ import annotations

import ast
import gettext
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Entry = dict[str, str]  # by keyword: msgid, msgid_plural, msgstr or msgstr[0]


class PoTranslations(gettext.GNUTranslations):
    """The translations of a `.po` file."""

    def _parse(self, fp: Any) -> None:  # noqa: ANN401 - a stream of bytes, as in gettext
        catalogue: dict[str | tuple[str, int], str] = {}
        try:
            entries = list(_entries(fp.read().decode().replace("\r\n", "\n")))
        except (SyntaxError, ValueError) as error:  # as gettext does for a file that is no catalogue
            raise OSError(0, "not a message catalogue", getattr(fp, "name", "")) from error
        for entry in entries:
            one, text = entry.get("msgid", ""), entry.get("msgstr") or entry.get("msgstr[0]")
            if one and text:
                catalogue[(one, 0) if "msgid_plural" in entry else one] = text
        self._catalog = catalogue
        self.plural = lambda _number: 0


def _entries(text: str) -> Iterator[Entry]:
    """Yield the entries of a file, which are separated by blank lines; fuzzy ones are skipped."""
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
