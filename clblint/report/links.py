"""`rule_url`: the URL of the page of a rule.

The site keeps the pages of each release below its tag. Addresses below a tag that it does not have, such as that of a
version to come, lead to the newest pages (`docs/moved.js`).
"""

from __future__ import annotations

from clblint import __version__
from clblint.i18n.language import CHINESE, current_language

PROJECT = "https://github.com/clblint/clblint"
SITE = "https://clblint.github.io/clblint"


def rule_url(rule: str) -> str:
    """The URL of the page of a rule, of this version.

    For a third-party rule (`vendor/name`), which has no page, it is that of the project.
    """
    if "/" in rule:
        return PROJECT
    language = f"{CHINESE}/" if current_language() == CHINESE else ""
    return f"{SITE}/v{__version__}/{language}rules/{rule}/"
