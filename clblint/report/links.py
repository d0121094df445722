"""Addresses of the project's pages, as they were when this version was released."""

from __future__ import annotations

from clblint import __version__

PROJECT = "https://github.com/clblint/clblint"


def rule_url(rule: str) -> str:
    """Give the address of a rule's page; a third party's rule (`vendor/name`) has none here, only the project's."""
    return PROJECT if "/" in rule else f"{PROJECT}/blob/v{__version__}/docs/rules/{rule}.md"
