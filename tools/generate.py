"""All that is made from rules, pages and catalogues, in the order that it needs: `python -m tools.generate`.

The exit code is 1 while a sentence is not translated; everything is written all the same, that sentence in English.
"""

from __future__ import annotations

import sys

from clblint.plugins import message_catalogues
from tools import page_endings, rule_pages, search_index, seed_coverage, subject_table


def main() -> int:
    """Write the catalogues, what pages end with, the index, the pages, the coverage of the documents, the tables."""
    message_catalogues.main([])
    for part in (page_endings, search_index, rule_pages, seed_coverage, subject_table):
        part.main()
    return message_catalogues.main(["--check"])


if __name__ == "__main__":
    sys.exit(main())
