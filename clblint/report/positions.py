"""Paths and lines in the form that CI platforms expect."""

from __future__ import annotations

import os

from clblint.files.working_folder import here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.source.place import Span


def relative_to_root(variable: str) -> Callable[[str], str]:
    """A function that makes paths relative to the root of the checkout, which an environment variable holds.

    Without the variable, paths stay unchanged, as do those outside of that folder.
    """
    root = os.environ.get(variable, "")
    if not root:
        return str
    folder, root = os.path.realpath(here()), os.path.realpath(root)

    def relative(path: str) -> str:
        try:
            found = os.path.relpath(os.path.join(folder, path), root).replace(os.sep, "/")
        except ValueError:  # another drive
            return path
        return path if found.startswith("../") else found

    return relative


def last_line(span: Span) -> int:
    """The last line of which a span contains a character, for formats without columns."""
    return max(span.line, span.end_line - (span.end_column == 1))
