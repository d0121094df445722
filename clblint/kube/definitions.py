"""Recognises definitions of custom resources that no rule can be about, by their text.

They are most of the text of many repositories: schemas, in which words like `containers` and `Service` are everywhere.
Only their syntax is checked. What is written in another way than tools write it is read as any other document.
"""

from __future__ import annotations

import re
from functools import cache

from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.well_known import MARKER

# Of an object, and of what it has in `metadata`, `spec` and `status`.
_FIELDS = (
    "annotations", "creationTimestamp", "labels", "name",
    "additionalPrinterColumns", "conversion", "group", "names", "preserveUnknownFields", "scope", "subresources",
    "validation", "version", "versions",
    "acceptedNames", "conditions", "storedVersions",
)  # fmt: skip
_ODD_BREAKS = ("\r", "\x85", "\u2028", "\u2029")  # lines that the patterns below do not see


@cache
def _head() -> re.Pattern[str]:
    comments = r"(?:---\n)?(?:(?:#[^\n]*)?\n)*"
    version, kind = r"apiVersion: apiextensions\.k8s\.io/v1(?:beta1)?\n", r"kind: CustomResourceDefinition\n"
    return re.compile(rf"{comments}{version}{kind}metadata:(?=\n)")


@cache
def _other() -> re.Pattern[str]:
    """A line below the head that stands for another field, or that is not indented as expected."""
    fields = "|".join(_FIELDS)
    return re.compile(rf"\n(?! {{3}}|  (?:- |(?:{fields}):[ \n])|(?:spec|status):\n  \w| *#|\n|\Z)")


@cache
def _binary() -> re.Pattern[str]:
    """A tag of a text in base64."""
    return re.compile(r"![^\s!]*(?:binary|%)")


def is_definition(text: str) -> bool:
    """Whether a document is certainly such a definition, if its syntax is right.

    The root begins with its version and its kind, and each line that may be a field of it or of its `spec` is one of
    a definition: it has no pod template and scales nothing. No annotation of the CCM and no suppression is in it.
    """
    head = _head().match(text)
    if head is None or _other().search(text, head.end()) or any(map(text.__contains__, _ODD_BREAKS)):
        return False
    if MARKER in text or _binary().search(text):
        return False
    return not catalogue().may_be_written_in(text)
