"""The page about subjects and facts has what rules find in `clblint.api`."""

from __future__ import annotations

import importlib
import re

import pytest

from clblint.lint.subjects import SUBJECTS
from clblint.plugins.manager import load_plugins
from tools.subject_page import subject_page

PAGE = subject_page()


@pytest.mark.parametrize("name", SUBJECTS)
def test_each_subject_has_a_row_that_says_what_it_is(name: str) -> None:
    assert re.search(rf"^\| `{name}` \| [A-Z].+ \| `\w+`.* \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("question", ["fact.is_(...)", "fact.is_set", "fact.holds"])
def test_questions_have_their_rows(question: str) -> None:
    assert f"\n| `{question}` | " in PAGE


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_pack_finds_each_subject(name: str) -> None:
    there = getattr(importlib.import_module(SUBJECTS[name].module), name)
    assert getattr(importlib.import_module("clblint.api"), name) is there


def test_our_rules_are_on_subjects() -> None:
    assert {subject for rule in load_plugins().rules for subject in rule.subjects} <= set(SUBJECTS)
