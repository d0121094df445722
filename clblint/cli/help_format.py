"""`HelpFormatter`: the layout of `--help`."""

from __future__ import annotations

import argparse
import os
import sys

from clblint.i18n.language import tr
from clblint.report.terminal import cells, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """A formatter that keeps descriptions unwrapped, and knows the width of wide (Chinese) characters.

    It determines the width of the terminal itself: argparse would import `shutil` for that, and so three compressors.
    """

    def __init__(self, prog: str, **options: Any) -> None:  # noqa: ANN401 - passed on to argparse
        super().__init__(prog, **{"width": _columns() - 2, **options})

    def _split_lines(self, text: str, width: int) -> list[str]:
        return super()._split_lines(text, width) if text.isascii() else wrap(text, width)

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None,
    ) -> str:
        prefix = tr("usage: ") if prefix is None else prefix
        # A usage that is given has been formatted here before.
        more = "" if usage else " " * (cells(prefix) - len(prefix))
        return super()._format_usage(usage, actions, groups, prefix).replace("\n ", f"\n {more}")


def _columns() -> int:
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80
