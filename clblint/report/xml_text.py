"""XML 1.0 by hand: the standard library's writers are slow to import, and let control characters pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.report.report import PLAIN
from clblint.report.terminal import visible_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)


def element(name: str, attributes: Mapping[str, object], content: str = "") -> str:
    """Write an element around content that is XML already."""
    opening = " ".join([name, *(f'{key}="{escaped(str(value))}"' for key, value in attributes.items())])
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def nested(parts: Iterable[str]) -> str:
    """Put elements on lines of their own, as the content of another one."""
    lines = "\n".join(parts)
    return f"\n{lines}\n" if lines else ""


def escaped(text: str) -> str:
    r"""Escape a text, to ASCII that no encoding can harm; what XML cannot hold, such as ESC, becomes `\x1b`."""
    shown = visible_name(text, PLAIN).translate(_ESCAPES)
    return shown.encode("ascii", "xmlcharrefreplace").decode("ascii")
