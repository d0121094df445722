"""All that is made from the sources and kept in git, brought up to date: `python -m tools.generate`."""

from __future__ import annotations

import sys

from clblint.plugins import message_catalogues
from tools import annotation_index, rule_pages, seed_coverage, subject_table


def main() -> int:
    """Write the catalogues for translators, what is made of the annotations, pages and tables."""
    annotation_index.main()
    for part in (rule_pages, seed_coverage, subject_table):
        part.main()
    return message_catalogues.main([])


if __name__ == "__main__":
    sys.exit(main())
