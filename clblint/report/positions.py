"""Paths and lines in the form that CI platforms expect."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.source.place import Span


def from_root(variable: str) -> Callable[[str], str]:
    """Give the function that counts paths from the root of the checkout, which an environment variable names.

    Without the variable, and for what is not below that folder, a path stays what it is.
    """
    root = os.environ.get(variable, "")
    if not root:
        return str
    here, root = os.path.realpath(os.curdir), os.path.realpath(root)

    def counted(path: str) -> str:
        try:
            found = os.path.relpath(os.path.join(here, path), root).replace(os.sep, "/")
        except ValueError:  # another drive
            return path
        return path if found.startswith("../") else found

    return counted


def last_line(span: Span) -> int:
    """Tell the last line that a span holds anything of, for formats that know nothing finer than lines."""
    return max(span.line, span.end_line - (span.end_column == 1))
