"""Blanks in values, of which the CCM removes none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clblint_annotations._readers import Reading

LISTS = frozenset({"list", "map"})
# Read with strings.TrimSpace, item by item.
_TRIMMED = frozenset({"additional-resource-tags", "domain-extensions"})


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
    return rest is not None and rest.rule is not None
