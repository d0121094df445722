"""Changes of what an NLB keeps for life: its IP version and its resource group (NB:Update)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.change.edits import annotation_edit
from clblint.change.immutable import ImmutableEdit
from clblint.change.nlb.attributes import IMMUTABLE, STAGE
from clblint.nlb.instance import IPV4

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.model import LoadBalancer


def immutable_edits_of_nlb(old: LoadBalancer, new: LoadBalancer) -> tuple[ImmutableEdit, ...]:
    """The changes of immutable attributes; one that is removed is not compared."""
    return tuple(_clashes(old, new))


def _clashes(old: LoadBalancer, new: LoadBalancer) -> Iterator[ImmutableEdit]:
    for name, suffix in IMMUTABLE:
        edit = annotation_edit(old, new, suffix)
        if edit is None or edit.removed or not (edit.before.is_empty or edit.before.readable):
            continue
        default = IPV4 if suffix == "ip-version" else ""
        has, wants = edit.before.value or default, edit.after.value
        if old.is_reused and not edit.before.value:
            continue  # only the NLB itself shows the present value
        if has.lower() != wants.lower():
            known = "" if old.is_reused else has
            error = f"{STAGE}: {name} cannot be changed, service: {wants}, nlb: {known or '...'}"
            yield ImmutableEdit(edit, error, known, wants, old.kind)
