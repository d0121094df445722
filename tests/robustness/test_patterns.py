"""No regular expression takes longer than the length of a text, whatever the text is."""

from __future__ import annotations

import pytest

from tests.patterns import Used, patterns, try_long_texts

SECONDS = 0.5  # of processor time for one text: milliseconds are enough where nothing is tried over and over


@pytest.mark.whole
@pytest.mark.parametrize("used", patterns(), ids=lambda used: used.place)
def test_a_pattern_needs_half_a_second_at_most_on_any_text(used: Used) -> None:
    """A pattern that tries a text over and over takes many seconds for the longest ones, or never ends."""
    try_long_texts(used, SECONDS)
