"""Changes of the immutable attributes of an NLB: its IP version and its resource group (NB:Update)."""

from __future__ import annotations

from clblint.change.edits import annotation_edit
from clblint.change.immutable import ImmutableEdit
from clblint.change.nlb.attributes import IMMUTABLE, STAGE
from clblint.nlb.instance import IP_VERSIONS, IPV4

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.edits import AnnotationEdit
    from clblint.inventory.records import BalancerRecord


def immutable_edits_of_nlb(
    old: LoadBalancer, new: LoadBalancer, live: BalancerRecord | None
) -> tuple[ImmutableEdit, ...]:
    """The changes of immutable attributes, without removed ones; `live` is the NLB in the inventory."""
    return tuple(_clashes(old, new, live))


def _clashes(old: LoadBalancer, new: LoadBalancer, live: BalancerRecord | None) -> Iterator[ImmutableEdit]:
    for name, suffix in IMMUTABLE:
        edit = annotation_edit(old, new, suffix)
        if edit is None or edit.removed:
            continue
        there = live.attribute(name) if live is not None else None
        if there is not None and there.readable:
            if there.value.lower() != edit.after.value.lower():
                yield ImmutableEdit(
                    edit, _error(name, edit, there.value), there.value, edit.after.value, old.kind, there
                )
            continue
        if not (edit.before.is_empty or edit.before.readable):
            continue  # the present value cannot be known
        default = IPV4 if suffix == "ip-version" else ""
        has, wants = edit.before.value or default, edit.after.value
        if (old.is_reused and not edit.before.value) or (suffix == "ip-version" and has.lower() not in IP_VERSIONS):
            continue  # only the NLB itself shows the present value
        if has.lower() != wants.lower():
            known = "" if old.is_reused else has
            yield ImmutableEdit(edit, _error(name, edit, known), known, wants, old.kind)


def _error(name: str, edit: AnnotationEdit, has: str) -> str:
    return f"{STAGE}: {name} cannot be changed, service: {edit.after.value}, nlb: {has or '...'}"
