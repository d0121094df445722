"""What rules say of their pages and of the edge cases is what was read and kept."""

from __future__ import annotations

import pytest

from clblint.plugins.manager import load_plugins
from tests.rules.transcript import FOLDER, kept_at, of_edges, transcript

RULES = {rule.name: rule for rule in load_plugins().rules}


@pytest.fixture(scope="module")
def at_edges() -> dict[str, dict[str, str]]:
    """What all rules say of the edge cases."""
    return of_edges(tuple(RULES.values()))


@pytest.mark.parametrize("name", RULES)
def test_what_a_rule_says_was_read(name: str, at_edges: dict[str, dict[str, str]]) -> None:
    record = kept_at(name)
    if not record.exists():  # a new rule is tested by its page until somebody keeps its words
        pytest.skip(f"what {name} says is not kept yet: python -m tests.rules.transcript {name}")
    assert transcript(RULES[name], at_edges[name]) == record.read_text(encoding="utf-8")


def test_no_record_is_of_a_rule_that_is_gone() -> None:
    kept = {path.stem for path in FOLDER.glob("*.txt")}
    assert kept
    assert kept <= set(RULES)
