"""Blanks in values, of which the CCM removes none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint.api import Violation
    from clblint_annotations._readers import Reading

LISTS = frozenset({"list", "map"})
# Read with strings.TrimSpace, item by item.
_TRIMMED = frozenset({"additional-resource-tags", "domain-extensions"})
# What these say of a value they say wherever it stands; other rules know load balancers only.
_EVERYWHERE = frozenset({
    "loadbalancer-type-gated", "preserve-not-switched-off", "tags-malformed", "value-whitespace",
})  # fmt: skip


def is_left_to_another(reading: Reading, found: Violation) -> bool:
    """Whether a rule of its own speaks of the fault, at this place."""
    return found.rule in _EVERYWHERE or (found.rule is not None and reading.on_clb)


def without_blanks(reading: Reading) -> str | None:
    """The value as it works; None where its blanks do no harm, or it is wrong in ways that only the schema knows."""
    value = reading.value
    if value.split() == [value] or not value or reading.known.suffix in _TRIMMED:
        return None
    bare = value.strip()
    if reading.kind in LISTS:
        bare = re.sub(r"\s*([,:=])\s*", r"\1", bare)
    if bare == value or reading.judge(value) is None:
        return None
    return bare if not bare or reading.takes(bare) or _is_judged_elsewhere(reading, bare) else None


def _is_judged_elsewhere(reading: Reading, bare: str) -> bool:
    rest = reading.judge(bare)
    return rest is not None and is_left_to_another(reading, rest)
