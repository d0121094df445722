"""`rule_url` and `annotation_url`: the pages of the site.

The site keeps the pages of each release below its tag. Addresses below a tag that it does not have, such as that of a
version to come, lead to the newest pages (`docs/moved.js`).
"""

from __future__ import annotations

from clblint import __version__
from clblint.i18n.language import CHINESE, current_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.catalogue.annotation import KnownAnnotation

PROJECT = "https://github.com/clblint/clblint"
SITE = "https://clblint.github.io/clblint"


def rule_url(rule: str) -> str:
    """The URL of the page of a rule, of this version.

    For a third-party rule (`vendor/name`), which has no page, it is that of the project.
    """
    if "/" in rule:
        return PROJECT
    return f"{_site()}/rules/{rule}/"


def annotation_url(annotation: KnownAnnotation) -> str:
    """The URL of an annotation in the reference, of this version."""
    return f"{_site()}/annotations/#{annotation.suffix}"


def _site() -> str:
    """The pages of this version in the current language."""
    language = f"/{CHINESE}" if current_language() == CHINESE else ""
    return f"{SITE}/v{__version__}{language}"
