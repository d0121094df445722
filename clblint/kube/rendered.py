"""Rendered charts: which template a document of `helm template` came from, as Helm writes above each of them."""

from __future__ import annotations

import re
from functools import cache

_MARK = "# Source: "


@cache
def _source() -> re.Pattern[str]:
    # A chart's name, then folders: a comment that names a web page or a plain file is none of Helm's.
    comments = r"(?:---[ \t]*\r?\n)?(?:[ \t\r]*(?:#(?! Source: )[^\n]*)?\n)*"
    return re.compile(comments + r"# Source: ([^\s:]+/(?:templates|crds)/[^\s:]+)[ \t\r]*\n")


def template_above(text: str) -> str:
    """The template that a document says it was rendered from, empty where it says nothing."""
    if _MARK not in text:
        return ""
    found = _source().match(text)
    return found.group(1) if found else ""
