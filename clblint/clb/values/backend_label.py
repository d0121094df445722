"""`backend-label`: which nodes become back ends (BE:filterOutByLabel).

For each node the items are read from left to right until one does not fit; an item without `=` makes the CCM give up,
if any node gets that far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.values.slices import split
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.clb.values.slices import ValueSlice
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact

_TWO = 2


class LabelItem(NamedTuple):
    """One item of the annotation, `zone=a`; more than two parts are allowed and mean nothing."""

    at: ValueSlice
    parts: tuple[str, ...]

    @property
    def key(self) -> str:
        """The label, as it was meant."""
        return self.parts[0].strip()

    @property
    def value(self) -> str:
        """What stands behind the first `=`, as it was meant; empty where there is none."""
        return self.parts[1].strip() if len(self.parts) >= _TWO else ""

    @property
    def is_cut(self) -> bool:
        """Whether there is a second `=`: what stands behind it is not compared."""
        return len(self.parts) > _TWO

    @property
    def error(self) -> str:
        """The words with which the CCM gives up at this item; empty where it does not."""
        return "" if len(self.parts) >= _TWO else f"parse backend label: {self.at.text}, [k1=v1,k2=v2]"

    def is_on(self, labels: dict[str, str]) -> bool:
        """Whether a node with these labels has the one that is meant."""
        return labels.get(self.key) == self.value

    def fits(self, labels: dict[str, str]) -> bool:
        """Whether a node with these labels has the one that is asked for; nothing is trimmed."""
        return labels.get(self.parts[0]) == self.parts[1]


def parse_labels(annotation: Fact[str]) -> tuple[LabelItem, ...]:
    """The items of the annotation in order; none where it is absent, empty or unknown."""
    if not annotation.holds:
        return ()
    return tuple(LabelItem(piece, tuple(piece.text.split("="))) for piece in split(annotation))


def label_error(annotation: Fact[str], cluster: Cluster) -> tuple[str, ValueSlice] | None:
    """The error that is sure to come: of the first item, or of one that a declared node reaches."""
    items, cluster = parse_labels(annotation), cluster.declared
    if not any(item.error for item in items) or (cluster.nodes is not None and not cluster.nodes.value):
        return None
    for labels in cluster.node_labels or ({},):
        for item in items:
            if item.error:
                return item.error, item.at
            if not item.fits(labels):
                break
    return None
