"""The labels that `backend-label` asks nodes for, and what is wrong with one (BE:filterOutByLabel)."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from clblint.clb.values.backend_label import parse_labels
from clblint.fast import NamedTuple
from clblint.kube.labels import can_be_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.back_ends import BackEnds
    from clblint.clb.values.backend_label import LabelItem
    from clblint.kube.fact import Fact


class LabelFault(enum.Enum):
    """What is wrong with an item."""

    EMPTY = "nothing between two commas"
    NO_EQUALS = "a label without a value"
    NO_LABEL = "a value without a label"
    DOUBLE_EQUALS = "`a==b`, of which the value is empty"
    NOT_A_LABEL = "nothing that a label can be"
    CUT = "a second `=`, and what stands behind it"
    OTHER_VALUE = "another value of a label than an item before it"

    @property
    def gives_up(self) -> bool:
        """Whether the CCM gives up on the Service."""
        return self in {LabelFault.EMPTY, LabelFault.NO_EQUALS}

    @property
    def fits_no_node(self) -> bool:
        """Whether no node can have what is asked for; else what is too much is ignored."""
        return not self.gives_up and self is not LabelFault.CUT


class WantedLabel(NamedTuple):
    """An item of `backend-label`: a label that a node must have to become a back end.

    `first` is the first item that asks for this label.
    """

    annotation: Fact[str]
    item: LabelItem
    first: LabelItem
    back_ends: BackEnds

    @property
    def fault(self) -> LabelFault | None:
        """What is wrong with it, None where nothing is."""
        item, first = self.item, self.first
        faults = (
            (LabelFault.EMPTY, not item.at.text.strip()),
            (LabelFault.NO_EQUALS, bool(item.error)),
            (LabelFault.NO_LABEL, not item.key),
            (LabelFault.DOUBLE_EQUALS, item.is_cut and not item.value),
            (LabelFault.NOT_A_LABEL, not can_be_label(item.key, item.value)),
            (LabelFault.CUT, item.is_cut),
            (LabelFault.OTHER_VALUE, not first.error and first.value != item.value),
        )
        return next((fault for fault, applies in faults if applies), None)


def wanted_labels(back_ends: BackEnds) -> Iterator[WantedLabel]:
    """The labels that the back ends of a Service must have, in their order; none where that cannot be known."""
    annotation = back_ends.annotations.get("backend-label")
    first: dict[str, LabelItem] = {}
    for item in parse_labels(annotation):
        yield WantedLabel(annotation, item, first.setdefault(item.key, item), back_ends)
