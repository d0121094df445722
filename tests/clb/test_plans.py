"""What the plan prints of the edge cases of the rules."""

from __future__ import annotations

import pytest

from tests.clb.plans import KEPT, plans


@pytest.mark.whole
def test_plans_of_edge_cases() -> None:
    """If this fails for a good reason: python -m tests.clb.plans, and read what changes."""
    assert plans().splitlines() == KEPT.read_text(encoding="utf-8").splitlines()
