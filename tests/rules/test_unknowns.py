"""No rule draws a conclusion from a value that cannot be known, and none is blind that needs only its presence."""

from __future__ import annotations

import json

import pytest

from clblint.plugins.manager import load_plugins
from tests.rules.unknowns import TABLE, table_of

REVIEWED = json.loads(TABLE.read_text(encoding="utf-8"))
RULES = {rule.name: rule for rule in load_plugins().rules}


@pytest.mark.whole
@pytest.mark.parametrize("name", RULES)
def test_what_a_rule_says_of_unknown_values_was_reviewed(name: str) -> None:
    """A value that is gone from a row is a rule that has become blind, a new one may be a conclusion from nothing."""
    found = table_of(RULES[name])
    if name in REVIEWED:
        assert found == REVIEWED[name]
    else:
        assert "appears" not in found, f"python -m tests.rules.unknowns, if this is no conclusion from nothing: {found}"


def test_no_row_is_of_a_rule_that_is_gone() -> None:
    assert set(REVIEWED) <= set(RULES)
