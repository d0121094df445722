"""How `--help` is laid out."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Descriptions as they are written, as wide as the terminal.

    argparse asks `shutil` for the width at every option that is added, which brings three compressors along.
    """

    def __init__(self, prog: str, **options: Any) -> None:  # noqa: ANN401 - as in argparse
        super().__init__(prog, **{"width": _columns() - 2, **options})


def _columns() -> int:
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80
