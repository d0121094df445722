"""`rule_url`: the URL of the page of a rule."""

from __future__ import annotations

from clblint.i18n.language import CHINESE, current_language

PROJECT = "https://github.com/clblint/clblint"
SITE = "https://clblint.github.io/clblint"


def rule_url(rule: str) -> str:
    """The URL of the page of a rule; for a third-party rule (`vendor/name`), which has no page, that of the project."""
    if "/" in rule:
        return PROJECT
    folder = f"rules/{CHINESE}" if current_language() == CHINESE else "rules"
    return f"{SITE}/{folder}/{rule}/"
