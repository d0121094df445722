"""Every page of ours ends with what will be seen, what to do, the values that are taken, and where to read on."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import clblint_schemas
from clblint import __version__
from clblint.i18n.language import in_language
from clblint.lint.rule import Rule
from clblint.plugins.manager import load_plugins
from clblint.plugins.page_endings import DOCUMENTS, advice_of, endings, whole_page
from clblint.plugins.pages import page_of
from clblint.run.rule_infos import rule_infos

RULES = load_plugins().rules
DATA = Path(clblint_schemas.__file__ or "").parent
# What is about files or about clblint itself, which no document of Alibaba Cloud describes.
WITHOUT_DOCUMENT = {
    "certificate-without-https", "control-plane-not-excluded", "duplicate-service", "expired-setting",
    "foreign-cloud-annotation", "invalid-workload", "lb-class-changed", "lb-tag-limit",
    "node-port-changed", "node-port-clash", "option-partial", "policy-changed", "sctp-unsupported", "service-name-long",
    "target-port-changed", "tcp-udp-same-port-old", "unexplained-suppression", "unknown-suppression",
    "unused-suppression", "yaml-syntax",
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_page_says_what_is_seen_and_what_to_do(rule: Rule) -> None:
    page = whole_page(rule)
    seen, do, sources = (page.index(f"\n{word}") for word in ("What you will see:", "What to do:", "Sources:"))
    assert page.rindex("```") < seen < do < sources
    with in_language("zh"):
        last = "\n".join(endings(rule))
    assert "会看到：" in last
    assert "处理方法：" in last


def links_of(rule: Rule) -> list[str]:
    """Give what the ending of a page leads to."""
    return [link for part in endings(rule) for link in re.findall(r"\]\(([^)]+)\)", part)]


def test_pages_lead_to_the_documents() -> None:
    """Those of new rules may not yet; those of the others do."""
    without = {rule.name for rule in RULES if not links_of(rule)}
    assert without >= WITHOUT_DOCUMENT
    assert len(without - WITHOUT_DOCUMENT) < len(RULES) / 50


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_page_leads_to_documents_of_alibaba_cloud_only(rule: Rule) -> None:
    for link in links_of(rule):
        assert urlsplit(link)[:2] == ("https", "www.alibabacloud.com")
        assert re.fullmatch(r"/help/en/[a-z0-9/-]+", urlsplit(link).path)


def test_ranges_are_those_of_the_catalogue() -> None:
    (rule,) = (rule for rule in RULES if rule.name == "drain-incomplete")
    assert "connection-drain-timeout` takes an integer from 10 to 900 (seconds)" in whole_page(rule)


@pytest.mark.parametrize(
    ("name", "severities"),
    [
        ("spec-ignored", ("warning", "note")),
        ("override-takes-listeners", ("warning", "pedantic")),
        ("public-by-default", ("note", "pedantic")),
        ("https-to-tls-port", ()),
    ],
)
def test_page_endings_list_severities_that_depend_on_the_case(name: str, severities: tuple[str, ...]) -> None:
    (rule,) = (rule for rule in RULES if rule.name == name)
    assert advice_of(name).severities == severities
    assert (f"Severity, by the case: {', '.join(severities)}" in whole_page(rule)) is bool(severities)


def test_unread_endings_are_not_listed() -> None:
    text = (DATA / DOCUMENTS).read_text(encoding="utf-8")
    listed = set(re.findall(r'"id": "([^"]+)"', text))
    assert {document for rule in RULES for document in advice_of(rule.name).documents} == listed


def test_a_rule_of_somebody_else_ends_with_its_sources() -> None:
    rule = Rule(
        "acme/x", ("Service",), RULES[0].severity, "acme", evidence="S", since="1", tags=(), when=frozenset(),
        page="A fault.\n\nWhy.\n\n```yaml bad\na: 1\n```\n\n```yaml good\na: 2\n```\n\nSources: us\n",
    )  # fmt: skip
    assert whole_page(rule) == page_of(rule).markdown


def test_help_in_code_scanning_says_what_its_examples_are() -> None:
    for info in rule_infos(RULES):
        assert "```yaml bad" not in info.help_markdown
        assert info.help_markdown.index("\nWrong:\n\n```yaml\n") < info.help_markdown.index("\nRight:\n\n```yaml\n")
        assert not info.explanation.rstrip().endswith((":", "："))
        assert not re.search(r":\n\n(?!- )", info.help_text)
        assert "What to do:" in info.help_text
        assert info.url.startswith(f"https://clblint.github.io/clblint/v{__version__}/rules/")
