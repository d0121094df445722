"""The values that a CLB or an NLB keeps whatever a change asks for."""

from __future__ import annotations

from clblint.change.immutable import immutable_edits_of
from clblint.change.nlb.immutable import immutable_edits_of_nlb
from clblint.change.nlb.stale_values import stale_values_of_nlb
from clblint.change.parts import StaleValues
from clblint.change.stale_values import stale_values_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.change import Change
    from clblint.change.immutable import ImmutableEdit
    from clblint.change.stale_values import StaleValue
    from clblint.source.place import Place


def immutable_edits(change: Change) -> tuple[ImmutableEdit, ...]:
    """The changes of attributes that are immutable."""
    if change.both is not None:
        return immutable_edits_of(*change.both, change.live)
    return immutable_edits_of_nlb(*change.pair, change.existing) if change.pair is not None else ()


def grouped_stale_values(change: Change) -> Iterator[StaleValues]:
    """Yield the removed annotations whose values stay, grouped by the mapping that omits them.

    Access control is left out unless it is on and stays.
    """
    by_place: dict[Place, list[StaleValue]] = {}
    controlled = _controls_access(change)
    for one in stale_values(change):
        if controlled or not one.edit.suffix.startswith("acl-"):
            by_place.setdefault(one.edit.after.place, []).append(one)
    for found in by_place.values():
        yield StaleValues(tuple(found), change.kind)


def _controls_access(change: Change) -> bool:
    return change.new is not None and change.new.annotations.get("acl-status").is_("on")


def stale_values(change: Change) -> tuple[StaleValue, ...]:
    """The removed annotations, and those set to a 0 that counts as unset, whose values stay."""
    if change.both is not None:
        return stale_values_of(change.both[0], change.edits, change.kept, change.live)
    return stale_values_of_nlb(*change.pair, change.edits, change.ports, change.existing) if change.pair else ()
