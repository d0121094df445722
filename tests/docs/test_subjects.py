"""The tables of docs/plugins.md are what the code says."""

from __future__ import annotations

import importlib

import pytest

from clblint.lint.subjects import SUBJECTS
from clblint.plugins.manager import load_plugins
from tests.docs.samples import ROOT
from tools.subject_table import filled

PAGE = ROOT / "docs" / "plugins.md"


def test_the_tables_are_up_to_date() -> None:
    """`python -m tools.subject_table` writes them."""
    text = PAGE.read_text(encoding="utf-8")
    assert filled(text) == text


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_pack_finds_each_subject(name: str) -> None:
    there = getattr(importlib.import_module(SUBJECTS[name]), name)
    assert getattr(importlib.import_module("clblint.api"), name) is there


def test_our_rules_are_on_subjects() -> None:
    assert {rule.subject for rule in load_plugins().rules} <= set(SUBJECTS)
