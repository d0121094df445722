"""All that is made from rules, pages and catalogues, in the order that it needs: `python -m tools.generate`.

The exit code is 1 while a sentence is not translated; everything is written all the same, that sentence in English.
"""

from __future__ import annotations

import sys

from clblint.plugins.manager import message_catalogues as catalogues
from tools import page_endings as advice_data
from tools import rule_pages, search_index, seed_coverage, subject_table


def main() -> int:
    """Write the catalogues, what pages end with, the index, the pages, the coverage of the documents, the tables."""
    catalogues.main([])
    for part in (advice_data, search_index, rule_pages, seed_coverage, subject_table):
        part.main()
    return catalogues.main(["--check"])


if __name__ == "__main__":
    sys.exit(main())
