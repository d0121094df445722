"""Changes of CLB attributes that are immutable once the CLB exists, such as address type or zone (LB:Update)."""

from __future__ import annotations

from clblint.change.attributes import IMMUTABLE, STAGE
from clblint.change.cloud import Cloud, as_reported, created_attributes
from clblint.change.edits import annotation_edit
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.change.edits import AnnotationEdit
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.records import Clb
    from clblint.kube.fact import Fact

_WORDS = frozenset({"address-type", "ip-version", "network-type"})


class ImmutableEdit(NamedTuple):
    """A change of an immutable attribute: the annotation edit, the CCM's error, the present and the wanted value.

    Attributes:
        error: the error, with the stage in front as the CCM writes it
        has: the present value; empty if only the cloud knows it: an address or zone that no annotation set, or any
            attribute of a reused load balancer (the old value may have been wrong)
        there: the value in the inventory, if it has one
        kind: the kind of the load balancer, `CLB` or `NLB`
    """

    edit: AnnotationEdit
    error: str
    has: str
    wants: str
    kind: str
    there: Fact[str] | None = None


def immutable_edits_of(
    old: ClassicLoadBalancer, new: ClassicLoadBalancer, live: Clb | None = None
) -> tuple[ImmutableEdit, ...]:
    """The changes of immutable attributes; `live` is the CLB in the inventory, if known."""
    return tuple(_clashes(old, new, live))


def _clashes(old: ClassicLoadBalancer, new: ClassicLoadBalancer, live: Clb | None) -> Iterator[ImmutableEdit]:
    asked = {
        name: fact.value if fact.known else None for name, fact in old.attributes.items() if isinstance(fact.value, str)
    }
    remote = {} if old.is_reused else as_reported(created_attributes(asked, Cloud()))
    for name, suffix, text in IMMUTABLE:
        edit = annotation_edit(old, new, suffix)
        if edit is None:
            continue
        error, wants = f"{STAGE}: {text}", edit.after.value or ("ipv4" if suffix == "ip-version" else "")
        there = live.attribute(name) if live is not None else None
        if there is not None and there.readable:
            if wants and not _same(suffix, there.value, wants):
                yield ImmutableEdit(edit, error, there.value, wants, old.kind, there)
            continue
        if not (edit.before.is_empty or edit.before.readable):
            continue  # the present value cannot be known
        has = edit.before.value if old.is_reused else remote.get(name, "")
        if old.is_reused and not edit.before.value:
            continue  # only the CLB itself shows the present value
        if wants and has is not None and not _same(suffix, has, wants):
            yield ImmutableEdit(edit, error, "" if old.is_reused else has, wants, old.kind)


def _same(suffix: str, has: str, wants: str) -> bool:
    """Whether two values mean the same to the cloud: the correction of a misspelt word is not a change."""
    if suffix in _WORDS:
        return has.strip().lower() == wants.strip().lower()
    return has == wants
