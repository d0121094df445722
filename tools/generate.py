"""All that is made from the sources and kept in git, brought up to date: `python -m tools.generate`."""

from __future__ import annotations

import sys

from clblint.plugins import message_catalogues
from tools import annotation_index


def main() -> int:
    """Write the catalogues for translators, and what is made of the annotations."""
    annotation_index.main()
    return message_catalogues.main([])


if __name__ == "__main__":
    sys.exit(main())
