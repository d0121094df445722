"""Addresses of the project's pages, as they were when this version was released."""

from __future__ import annotations

from clblint import __version__
from clblint.i18n.language import CHINESE, current_language

PROJECT = "https://github.com/clblint/clblint"


def rule_url(rule: str) -> str:
    """Give the address of a rule's page; a third party's rule (`vendor/name`) has none here, only the project's."""
    if "/" in rule:
        return PROJECT
    folder = f"docs/rules/{CHINESE}" if current_language() == CHINESE else "docs/rules"
    return f"{PROJECT}/blob/v{__version__}/{folder}/{rule}.md"
