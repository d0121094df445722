"""Updates all generated files that are committed to git: `python -m tools.generate`."""

from __future__ import annotations

import sys

from clblint.plugins import message_catalogues
from tools import annotation_index, guides, import_picture


def main() -> int:
    """Write what is made of the annotations, the picture of CONTRIBUTING.md, and the catalogues for translators."""
    annotation_index.main()
    import_picture.main()
    guides.main()
    return message_catalogues.main([])


if __name__ == "__main__":
    sys.exit(main())
