"""How the NLB controller compares lists of ids (UT:IsStringSliceEqual)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection


def is_same_set(wanted: Collection[str], there: Collection[str]) -> bool:
    """Whether two lists are as long and each wanted item is there, in any case.

    So lists of different items may count as equal, because one of them is there twice.
    """
    lower = {one.lower() for one in there}
    return len(wanted) == len(there) and all(one.lower() in lower for one in wanted)
