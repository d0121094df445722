"""No regular expression takes longer than the length of a text, whatever the text is."""

from __future__ import annotations

import pytest

from tests.patterns import Used, patterns, try_all


@pytest.mark.whole
@pytest.mark.parametrize("used", patterns(), ids=lambda used: used.place)
def test_a_pattern_ends_on_any_text(used: Used) -> None:
    """What tries a text over and over takes seconds of the processor for the longest ones, or never ends."""
    try_all(used)
