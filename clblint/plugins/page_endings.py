"""The generated end of a rule page: symptoms, remedies, accepted values and links to documents.

The texts are those of the rule's findings on the examples of its page, so that a page and a report agree.
`tools.page_endings` collects them when clblint is built; no example is run here.
"""

from __future__ import annotations

import functools
import json
from importlib import resources

from clblint.fast import NamedTuple
from clblint.files.built import read_built
from clblint.i18n.language import CHINESE, current_language, tr
from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.pages import page_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from clblint.lint.rule import Rule

FILE, DOCUMENTS = "rule-advice.json", "documents.json"
_SOURCES = "Sources:"
_KINDS = frozenset({"boolean", "enum", "flag", "integer"})  # of values that can be listed in a sentence


class PageEnding(NamedTuple):
    """The generated data of a rule: pairs of a symptom and a remedy, each as (English, Chinese).

    `severities` are those that its findings have, if there are several; `annotations` the short names of those whose
    accepted values are listed; `documents` the ids of Alibaba Cloud documents.
    """

    pairs: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = ()
    severities: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


def whole_page(rule: Rule, markdown: str = "") -> str:
    """The page of a rule with its generated end, in the current language; `markdown` is the translated page."""
    return ended(markdown or page_of(rule).markdown, endings(rule))


def ended(markdown: str, parts: Iterable[str]) -> str:
    """A page with these paragraphs before its sources."""
    head, sources, rest = markdown.rpartition(f"\n{_SOURCES}")
    more = "".join(f"\n{part}\n" for part in parts)
    return f"{head}{more}{sources}{rest}" if head else markdown + more


def endings(rule: Rule) -> Iterator[str]:
    """Yield the generated paragraphs as Markdown; none for rules of third parties."""
    advice = advice_of(rule.name)
    in_chinese = int(current_language() == CHINESE)
    for heading, texts in (
        (tr("What you will see:"), [symptom[in_chinese] or symptom[0] for symptom, _ in advice.pairs]),
        (tr("What to do:"), [remedy[in_chinese] or remedy[0] for _, remedy in advice.pairs]),
        (tr("Severity, by the case:"), _one_sentence(advice.severities)),
        (tr("Values:"), list(_values(advice.annotations))),
        (tr("Read on:"), list(_links(advice.documents))),
    ):
        if texts:
            yield _paragraph(heading, list(dict.fromkeys(texts)))


def _one_sentence(words: Sequence[str]) -> list[str]:
    return [tr(", ").join(words)] if words else []


def _paragraph(heading: str, texts: Sequence[str]) -> str:
    """A sentence for one text, a list for several."""
    if len(texts) == 1:
        return f"{heading}{texts[0]}" if heading.endswith("\uff1a") else f"{heading} {texts[0]}"
    return "\n".join([heading, "", *(f"- {text}" for text in texts)])


def _values(suffixes: Sequence[str]) -> Iterator[str]:
    for suffix in [one for one in _suffixes() if one in suffixes] if suffixes else ():
        annotation = catalogue().by_suffix(suffix)
        reader = annotation.controllers[0]
        if annotation.accepts(reader).kind in _KINDS:
            yield tr("`{key}` takes {allowed}", key=annotation.key, allowed=annotation.allowed(reader))


@functools.cache
def _suffixes() -> tuple[str, ...]:
    """The short names of all annotations, in the order of the catalogue."""
    return tuple(annotation.suffix for annotation in catalogue())


def _links(documents: Sequence[str]) -> Iterator[str]:
    read = _documents()
    language = CHINESE if current_language() == CHINESE else "en"
    for one in read["documents"]:
        if one["id"] in documents:
            yield f"[{one['title'][language]}]({read['sites'][language]}{one['page']})"


def advice_of(rule: str) -> PageEnding:
    """The generated data of a rule; empty for rules of third parties."""
    found = read_built(FILE).get(rule)
    if found is None:
        return PageEnding()
    pairs = tuple(((one[0], one[1]), (one[2], one[3])) for one in found["said"])
    return PageEnding(pairs, tuple(found["severities"]), tuple(found["annotations"]), tuple(found["documents"]))


@functools.cache
def _documents() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(
        resources.files("clblint_schemas").joinpath(DOCUMENTS).read_text(encoding="utf-8")
    )
    return read
