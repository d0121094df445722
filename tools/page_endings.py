"""Collects the generated ends of rule pages (symptoms, remedies, documents) from findings on their examples.

A symptom and a remedy are those that a rule gives on the bad examples of its page, each sentence once, with the values
of the first example that it is about: the page shows them, too. Documents are those that the page cites, those that
list what the rule answers, the one on its annotations, and for a rule named for NLBs the one on these.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.page_endings import DOCUMENTS
from clblint.plugins.pages import page_of
from clblint.search.rows import read_seeds
from tools.page_findings import both, findings_on_page, said_on_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clblint.lint.finding import Finding
    from clblint.lint.rule import Rule
    from tools.page_findings import Said

_ON_SHARING = frozenset({"clblint_reuse"})  # packs on what the considerations are mostly about
_MOST_SAID = 6  # more are not read
_MOST_ANNOTATIONS = 4  # more are a subject of their own: clblint explain ANNOTATION


def made(rules: Iterable[Rule]) -> dict[str, Any]:
    """What is known of each rule, by its name."""
    return {rule.name: _of_rule(rule) for rule in sorted(rules, key=lambda rule: rule.name)}


def _of_rule(rule: Rule) -> dict[str, Any]:
    found = said_on_page(rule)
    annotations = _annotations(rule, found)
    said = {(finding.seen.template, finding.fix.template): finding for finding in reversed(_findings(rule))}
    return {
        "said": [[*both(one.seen, rule.pack), *both(one.fix, rule.pack)] for one in reversed(said.values())][
            :_MOST_SAID
        ],
        "severities": _severities(rule),
        "annotations": annotations,
        "documents": _documents(rule, annotations),
    }


def _findings(rule: Rule) -> list[Finding]:
    return [finding for _, found in findings_on_page(rule) for finding in found]


def _severities(rule: Rule) -> list[str]:
    """Those that the rule reports on its page, the highest first, if they differ by the case."""
    found = {rule.severity, *(finding.severity for finding in _findings(rule))}
    return [severity.label for severity in sorted(found, reverse=True)] if len(found) > 1 else []


def _annotations(rule: Rule, found: Sequence[Said]) -> list[str]:
    named = {*rule.annotations, *(name for one in found for name in one.annotations)}
    known = [one.suffix for one in catalogue() if one.suffix in named]
    return known if len(known) <= _MOST_ANNOTATIONS else []


def _documents(rule: Rule, annotations: Sequence[str]) -> list[str]:
    data = json.loads(resources.files("clblint_schemas").joinpath(DOCUMENTS).read_text(encoding="utf-8"))
    sources = page_of(rule).sources
    found = {one["id"] for one in data["documents"] if any(cited in sources for cited in one["cited"])}
    readers = {one.controllers[0] for one in catalogue() if one.suffix in annotations}
    found |= {f"{reader}-annotations" for reader in readers}
    if "nlb" in rule.name.split("-"):
        found.add("nlb-annotations")
    if rule.pack in _ON_SHARING:
        found.add("considerations")
    for document in read_seeds()[1]:
        if any(row.is_answered_by(rule) and rule.name in row.rules for _, row in document.rows):
            found.add("faq" if "FAQ" in document.title else "troubleshooting")
    return [one["id"] for one in data["documents"] if one["id"] in found]


def as_text(found: dict[str, Any]) -> str:
    """The file: a rule a line, so that changes can be read."""
    rows = ",\n".join(f"{json.dumps(name)}:{json.dumps(one, ensure_ascii=False)}" for name, one in found.items())
    return f"{{\n{rows}\n}}\n"
