"""Reads the `# Source:` comment that `helm template` writes above each document: the path of its chart template."""

from __future__ import annotations

from clblint.light import pattern

# A chart's name, then folders: a comment with a URL or a plain file name is not by Helm.
_COMMENTS = r"(?:---[ \t]*\r?\n)?(?:[ \t\r]*(?:#(?! Source: )[^\n]*)?\n)*"
_SOURCE = pattern(_COMMENTS + r"# Source: ([^\s:]+/(?:templates|crds)/[^\s:]+)[ \t\r]*\n")


def template_above(text: str) -> str:
    """The template in the comment above a document; empty if there is none."""
    found = _SOURCE.match(text)
    return found.group(1) if found else ""
