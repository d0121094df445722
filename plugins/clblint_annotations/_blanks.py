"""Blanks in values, of which the CCM removes none."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Violation
    from clblint_annotations._readers import Reading

LISTS = frozenset({"list", "map"})
# Of these the CCM trims the items (strings.TrimSpace), and of the first one what stands around a colon stays.
_TRIMMED_ITEMS, _TRIMMED = "domain-extensions", "additional-resource-tags"
# What these say of a value they say wherever it stands; other rules know load balancers only, CLBs or NLBs.
_EVERYWHERE = frozenset({
    "loadbalancer-type-gated", "preserve-not-switched-off", "tags-malformed", "value-whitespace",
})  # fmt: skip
# These speak of CLBs and NLBs alike.
_OF_EITHER = frozenset({
    "backend-label-malformed", "backend-type-value", "default-weight-invalid", "override-not-true",
    "protocol-port-malformed", "vgroup-port-malformed", "weight-invalid",
})  # fmt: skip
_OF_NLBS = "nlb-"


def is_left_to_another(reading: Reading, found: Violation) -> bool:
    """Whether a rule of its own speaks of the fault, at this place."""
    if found.rule is None or found.rule in _EVERYWHERE:
        return found.rule is not None
    if found.rule.startswith(_OF_NLBS):
        return reading.on_nlb is not None and reading.unread is None
    return reading.on_clb or (reading.on_nlb is not None and found.rule in _OF_EITHER)


def without_blanks(reading: Reading) -> str | None:
    """The value as it works; None where its blanks do no harm, or it is wrong in ways that only the schema knows."""
    value = reading.value
    if value.split() == [value] or not value or reading.known.suffix == _TRIMMED:
        return None
    bare = _bare(reading)
    if bare == value or reading.judge(value) is None:
        return None
    return bare if not bare or reading.takes(bare) or _is_judged_elsewhere(reading, bare) else None


def has_harmful_blanks(reading: Reading, item: str) -> bool:
    """Whether an item of a list holds blanks that the CCM leaves in."""
    trimmed = item.strip() if reading.known.suffix == _TRIMMED_ITEMS else item
    return trimmed.split() != [trimmed]


def _bare(reading: Reading) -> str:
    if reading.known.suffix == _TRIMMED_ITEMS:
        return ",".join(_around_colons(item) for item in reading.value.split(","))
    bare = reading.value.strip()
    return "".join(part.strip() for part in re.split("([,:=])", bare)) if reading.kind in LISTS else bare


def _around_colons(item: str) -> str:
    """The item without blanks around its colons; those at its ends stay as they are."""
    inner = item.strip()
    return item.replace(inner, ":".join(part.strip() for part in inner.split(":"))) if inner else item


def _is_judged_elsewhere(reading: Reading, bare: str) -> bool:
    rest = reading.judge(bare)
    return rest is None or is_left_to_another(reading, rest)
