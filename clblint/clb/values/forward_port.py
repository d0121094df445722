"""Parses `forward-port`, the redirections of http listeners to another port (LS:forwardPort).

The CCM reads it for http listeners only, from left to right until an item names the port.
"""

from __future__ import annotations

from clblint.balancer.facts import defaulted, part, unknowable
from clblint.balancer.values.integers import NotAnIntegerError, atoi
from clblint.clb.values.classic_items import ClassicItem
from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin
from clblint.light import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.items import Items
    from clblint.kube.objects import ServicePort

_TWO = 2


class ForwardFault(Enum):
    """The fault of an item."""

    EMPTY = "nothing between two commas"
    COLONS = "not one colon"
    SOURCE = "no number in front of the colon"
    TWICE = "a port that an item before it names"
    NO_TARGET = "nothing behind the colon"
    TARGET = "no number behind the colon"
    ZERO = "0 behind the colon"
    ITSELF = "the same port on both sides"


class ForwardItem(ClassicItem):
    """An item of `forward-port`, `80:443`."""

    __slots__ = ()

    @property
    def well_formed(self) -> bool:
        """Whether it has exactly one colon."""
        return len(self.parts) == _TWO

    @property
    def stops(self) -> bool:
        """Whether the CCM gives up at it."""
        return not self.well_formed

    @property
    def target(self) -> str:
        """The text after the last colon, without blanks."""
        return self.parts[-1].text.strip()

    @property
    def is_reached(self) -> bool:
        """Whether the CCM evaluates it for an http listener."""
        return self.position in self.balancer.forwards

    @property
    def error(self) -> str:
        """The CCM's error for this item; empty if it has none, or if it is not evaluated for any listener."""
        found = self.balancer.forwards.get(self.position, [])
        return next((forward.error for forward in found if forward.error), "")

    @property
    def is_to_zero(self) -> bool:
        """Whether the target is 0, which means none."""
        return _is_number(_unsigned(self.target)) and not _unsigned(self.target).strip("0")

    @property
    def fault(self) -> ForwardFault | None:
        """Its fault, ignoring blanks; None if it has none."""
        faults = (
            (ForwardFault.EMPTY, not self.at.text.strip()),
            (ForwardFault.COLONS, not self.well_formed),
            (ForwardFault.SOURCE, not _is_number(self.key)),
            (ForwardFault.TWICE, self.first is not None),
            (ForwardFault.NO_TARGET, not self.target),
            (ForwardFault.TARGET, not _is_number(_unsigned(self.target))),
            (ForwardFault.ZERO, self.is_to_zero),
            (ForwardFault.ITSELF, self.key == self.target),
        )
        return next((fault for fault, applies in faults if applies), None)

    @property
    def counts(self) -> bool:
        """Whether it gives the target of a port."""
        return self.well_formed


class Forward(NamedTuple):
    """The port that an http listener forwards to, 0 if none; `item` decided it, or made the CCM give up."""

    port: Fact[int]
    item: ForwardItem | None
    error: str


def forward_of(annotation: Fact[str], items: Items[ForwardItem], port: ServicePort) -> Forward:
    """The redirection of the http listener of a port."""
    if not annotation.known or (items and not port.port.known):
        return Forward(unknowable(annotation, 0), None, "")
    item = items.deciding(str(port.port.value))
    if item is None:
        return Forward(defaulted(annotation, 0), None, "")
    if item.stops:
        error = f"forward port format error: {annotation.value}, expect 80:443,88:6443"
        return Forward(part(unknowable(annotation, 0), 0, item.at), item, error)
    return _target(annotation, item)


def _target(annotation: Fact[str], item: ForwardItem) -> Forward:
    target = item.parts[1].text
    if not target:
        return Forward(part(defaulted(annotation, 0), 0, item.at), item, "")
    try:
        return Forward(part(annotation, atoi(target), item.at), item, "")
    except NotAnIntegerError:
        error = f"forward port is not an integer, {target}"
        if _is_number(item.target):  # but for its blanks: one mistake is not to hide others
            return Forward(Fact(int(item.target), item.at, Origin.MEANT, annotation.key), item, error)
        return Forward(part(unknowable(annotation, 0), 0, item.at), item, error)


def _unsigned(target: str) -> str:
    return target[target[:1] in {"+", "-"} :]


def _is_number(text: str) -> bool:
    """Whether it consists of ASCII digits: the CCM accepts no others."""
    return text.isascii() and text.isdecimal()
