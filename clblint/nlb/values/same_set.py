"""How the NLB controller compares lists of ids (UT:IsStringSliceEqual)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def is_same_set(wanted: Collection[str], there: Collection[str]) -> bool:
    """Whether two lists have the same length and each wanted item is there, in any letter case.

    So lists of different items may count as equal, if one of them occurs twice.
    """
    lower = {one.lower() for one in there}
    return len(wanted) == len(there) and all(one.lower() in lower for one in wanted)
