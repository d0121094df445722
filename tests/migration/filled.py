"""Fills in what a move leaves to people, as they would."""

from __future__ import annotations

import re

_FILLED = (
    (r"<zone>", "cn-hangzhou-i"),
    (r"<second zone>", "cn-hangzhou-k"),
    (r"<vSwitch>", "vsw-bp1a"),
    (r"<second vSwitch>", "vsw-bp1b"),
    (r"<EIP>", "eip-bp1a"),
    (r"<second EIP>", "eip-bp1b"),
    (r"<certificate[^>]*>", "12315790-cn-hangzhou"),
    (r"<server group of port ([0-9]+)>", r"sgp-a\1"),
    (r"<security group[^>]*>", "sg-bp1a2b3c"),
    (r"<seconds[^>]*>", "30"),
    (r"<id of an NLB[^>]*>", "nlb-bp1a2b3c"),
)


def filled(text: str) -> str:
    """A manifest with real values in the place of the placeholders of a move."""
    for placeholder, value in _FILLED:
        text = re.sub(placeholder, value, text)
    return text
