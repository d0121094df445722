"""The index of `explain --event` and of the rules that look at an annotation is that of the rules."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import pytest

from clblint.kube.catalogue.catalogue import catalogue
from clblint.plugins.manager import load_plugins
from clblint.search.index import read_index
from clblint.search.rows import read_events, read_seeds
from tools.page_findings import all_said

if TYPE_CHECKING:
    from clblint.lint.rule import Rule

RULES = {rule.name: rule for rule in load_plugins().rules}
# Words of our sentences, too: only `…-id` and the like name the annotation.
WORDS = frozenset({"class", "id", "ip", "name", "spec", "type", "cookie", "weight"})


def test_it_names_only_rules_that_exist() -> None:
    index = read_index()
    named = {rule for topic in index.topics for rule in topic.rules}
    named |= {rule for rules in index.annotations.values() for rule in rules}
    assert named <= set(RULES)


def test_what_is_seen_has_rules_or_a_reason() -> None:
    rows = {row.id: row for row in read_seeds()[0]}
    for event in read_events():
        assert not event.row or event.row in rows
        assert event.rules or event.undecidable or event.row
        assert event.texts or event.codes


def test_what_is_left_has_its_reason_in_both_languages() -> None:
    for undecidable in (event.undecidable for event in read_events() if event.undecidable):
        assert ", because " in undecidable.en
        assert "，因为" in undecidable.zh


@functools.cache
def named_in_findings() -> dict[str, set[str]]:
    """The annotations that each rule points at on its page, asks for in its remedies and writes in its edits."""
    found: dict[str, set[str]] = {}
    for one in all_said(RULES.values()):
        found.setdefault(one.rule, set()).update(one.annotations)
    return found


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_a_rule_is_listed_at_each_annotation_that_it_names(rule: Rule) -> None:
    annotations = read_index().annotations
    missing = {suffix for suffix in named_in_findings().get(rule.name, ()) if rule.name not in annotations[suffix]}
    missing |= {suffix for suffix in rule.annotations if rule.name not in annotations[suffix]}
    written = set(re.findall(r"`([a-z-]+)`", rule.page)) & {one.suffix for one in catalogue()} - WORDS
    assert missing == set(), written


ASKED_FOR = {
    "connection-drain": {"connection-drain-missing"},
    "address-type": {"public-by-default"},
    "cert-id": {"https-without-certificate"},
    "force-override-listeners": {"reuse-without-override"},
    "acl-status": {"acl-inactive", "source-ranges-ignored"},
    "scheduler": {"local-without-wrr", "weight-needs-wrr"},
    "id": {"override-without-id", "vgroup-port-without-id", "weight-ignored", "preserve-with-id"},
    "vgroup-port": {"vgroup-port-malformed", "weight-ignored"},
    "connection-drain-timeout": {"drain-incomplete"},
    "instance-charge-type": {"spec-ignored"},
    "spec": {"ccm-share-slb", "eni-shared-clb", "paybyspec-halt-sales"},
    "ip": {"service-field-ignored"},
    "persistence-timeout": {"session-affinity-ignored"},
    "preserve-lb-on-delete": {"service-removed", "type-changed"},
    "health-check-flag": {"health-check-off-l7", "health-check-inactive"},
    "vswitch-id": {"ip-without-vswitch"},
    "bandwidth": {"paybybandwidth-no-bandwidth"},
    "sticky-session": {"sticky-inactive"},
    "protocol-port": {"certificate-without-https", "forward-port-source"},
    "backend-label": {"backend-quota"},
    "weight": {"vgroup-shared-no-weight"},
    "cps": {"nlb-annotation-on-clb"},
    "cookie": {"clb-annotation-on-nlb", "option-without-listener"},
    "acl-id": {"clb-annotation-on-nlb", "acl-missing"},
}


@pytest.mark.parametrize(("suffix", "rules"), ASKED_FOR.items())
def test_an_annotation_names_the_rules_that_miss_it(suffix: str, rules: set[str]) -> None:
    assert rules <= set(read_index().annotations[suffix])
