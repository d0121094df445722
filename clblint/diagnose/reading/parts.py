"""Tells the parts of a file apart: JSON values, lines of text, YAML, and remarks of kubectl between them."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.reading.window import Window

YAML = re.compile(r"^(?:apiVersion|kind|items|metadata|- apiVersion):", re.MULTILINE)
ERRORS = ("Error from server", "error: ", "Unable to connect", "The connection to the server")
_REMARKS = ("Warning: ", "No resources found", "Flag --", *ERRORS)
DEEPEST = 3  # lists in lists that are read
_PREFIXED = "[pod/"  # a line of kubectl logs --prefix


def starts_json(window: Window) -> bool:
    """Whether a JSON value starts at the position, and no template and no line of `kubectl logs --prefix`."""
    return window.text[window.at] in "{[" and not window.starts_with("{{") and not window.starts_with(_PREFIXED)


def lines_before_json(window: Window) -> Iterator[str]:
    """Yield the next line, and those behind it up to the next JSON object or the end."""
    while (line := window.line()) is not None:
        yield line
        if window.text.startswith("{", window.at) and not window.starts_with("{{"):
            return


def is_remark(line: str) -> bool:
    """Whether a line is a remark of kubectl that was written into the same file."""
    return not line.strip() or line.startswith(_REMARKS)
