"""The page of every rule is run: each bad example yields its marked lines, each good one nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.plugins.manager import load_plugins
from clblint.plugins.pages import page_of
from clblint.testing import check_page

if TYPE_CHECKING:
    from clblint.lint.rule import Rule

RULES = load_plugins().rules


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_examples_of_each_page_hold(rule: Rule) -> None:
    """The examples of the page hold."""
    check_page(rule)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_summary_is_one_sentence(rule: Rule) -> None:
    """The first paragraph is short enough for a list of rules and for SARIF."""
    summary = page_of(rule).summary
    assert summary.endswith(".")
    assert len(summary) < 120


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_module_is_named_like_its_rule(rule: Rule) -> None:
    """A rule is found by its name in the tree."""
    assert rule.module == f"{rule.pack}.{rule.name.replace('-', '_')}"


def test_every_pack_is_loaded() -> None:
    """An empty table of rules would pass every other test."""
    loaded = load_plugins()
    assert not loaded.errors
    assert all(plugin.rules for plugin in loaded.plugins)
    assert len(RULES) >= 22
