"""Parses `backend-label`, the labels of the nodes that become back ends (BE:filterOutByLabel).

For each node the CCM reads the items from left to right until one does not match. At an item without `=` it gives up,
if any node gets that far.
"""

from __future__ import annotations

from clblint.balancer.values.item import Item
from clblint.fast import NamedTuple
from clblint.kube.labels import can_be_label
from clblint.light import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.values.slices import ValueSlice
    from clblint.kube.clusters.profile import Cluster

_TWO = 2


class LabelFault(Enum):
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
        """Whether no node can match; else the CCM ignores the superfluous part."""
        return not self.gives_up and self is not LabelFault.CUT


class LabelItem(Item):
    """An item of `backend-label`, `zone=a`; more than two parts are allowed and mean nothing."""

    __slots__ = ()

    separator = "="
    owner: BackEnds

    @property
    def back_ends(self) -> BackEnds:
        """The back ends that it chooses."""
        return self.owner

    @property
    def fault(self) -> LabelFault | None:
        """What is wrong with it, None where nothing is."""
        first = self.first or self
        faults = (
            (LabelFault.EMPTY, not self.at.text.strip()),
            (LabelFault.NO_EQUALS, bool(self.error)),
            (LabelFault.NO_LABEL, not self.key),
            (LabelFault.DOUBLE_EQUALS, self.is_cut and not self.value),
            (LabelFault.NOT_A_LABEL, not can_be_label(self.key, self.value)),
            (LabelFault.CUT, self.is_cut),
            (LabelFault.OTHER_VALUE, not first.error and first.value != self.value),
        )
        return next((fault for fault, applies in faults if applies), None)

    @property
    def key(self) -> str:
        """The key of the intended label."""
        return self.parts[0].text.strip()

    @property
    def value(self) -> str:
        """The text after the first `=`, spelling corrected; empty if there is none."""
        return self.parts[1].text.strip() if len(self.parts) >= _TWO else ""

    @property
    def is_cut(self) -> bool:
        """Whether there is a second `=`: the text after it is not compared."""
        return len(self.parts) > _TWO

    @property
    def error(self) -> str:
        """The CCM's error for this item; empty if it has none."""
        return "" if len(self.parts) >= _TWO else f"parse backend label: {self.at.text}, [k1=v1,k2=v2]"

    @property
    def unsure(self) -> str:
        """The labels that a node must have for the CCM to give up; empty if it certainly does."""
        end, cluster = self.owner.label_end, self.owner.cluster
        sure = end is None or not end.before or end.is_reached_by(cluster.node_labels or ())
        return "" if end is None or sure else end.condition

    def is_on(self, labels: dict[str, str]) -> bool:
        """Whether a node with these labels has the intended one."""
        return labels.get(self.key) == self.value

    def fits(self, labels: dict[str, str]) -> bool:
        """Whether a node with these labels matches as the CCM compares: untrimmed."""
        return labels.get(self.parts[0].text) == self.parts[1].text


class LabelEnd(NamedTuple):
    """The first item at which the CCM gives up, and the items before it: only a node that matches those reaches it."""

    item: LabelItem
    before: tuple[LabelItem, ...]

    @property
    def condition(self) -> str:
        """The labels of a node that reaches it; empty if every node does."""
        return ",".join(item.at.text for item in self.before)

    def is_reached_by(self, nodes: Sequence[dict[str, str]]) -> bool:
        """Whether one of these nodes reaches it; without nodes, whether every node would."""
        return any(all(item.fits(labels) for item in self.before) for labels in nodes or ({},))


def label_end(items: Sequence[LabelItem]) -> LabelEnd | None:
    """The item at which the CCM gives up; None if no item has an error."""
    number = next((number for number, item in enumerate(items) if item.error), None)
    return None if number is None else LabelEnd(items[number], tuple(items[:number]))


def label_error(items: Sequence[LabelItem], cluster: Cluster) -> tuple[str, ValueSlice] | None:
    """The error that certainly occurs: of the first item, or of one that a declared node reaches."""
    cluster, end = cluster.declared, label_end(items)
    if end is None or (cluster.nodes is not None and not cluster.nodes.value):
        return None
    return (end.item.error, end.item.at) if end.is_reached_by(cluster.node_labels or ()) else None
