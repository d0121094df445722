"""`forward-port`: http listeners that redirect to another port (LS:forwardPort).

Looked at for http listeners only, from left to right until an item names the port.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.facts import defaulted, part, unknowable
from clblint.clb.values.integers import NotAnIntegerError, atoi
from clblint.clb.values.slices import split
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.clb.values.slices import ValueSlice
    from clblint.kube.fact import Fact
    from clblint.kube.objects import ServicePort

_TWO = 2


class ForwardItem(NamedTuple):
    """One item of the annotation, `80:443`."""

    at: ValueSlice
    parts: tuple[ValueSlice, ...]

    @property
    def well_formed(self) -> bool:
        """Whether it has exactly one colon."""
        return len(self.parts) == _TWO


class Forward(NamedTuple):
    """Where an http listener forwards to, 0 where nowhere; `item` decided it or made the CCM give up."""

    port: Fact[int]
    item: ForwardItem | None
    error: str


def parse_items(annotation: Fact[str]) -> tuple[ForwardItem, ...]:
    """The items of the annotation in order; none where it is absent, empty or unknown."""
    if not annotation.holds:
        return ()
    return tuple(ForwardItem(piece, tuple(piece.split(":"))) for piece in split(annotation))


def forward_of(annotation: Fact[str], items: tuple[ForwardItem, ...], port: ServicePort) -> Forward:
    """Where the http listener of a port forwards to."""
    if not annotation.known or (items and not port.port.known):
        return Forward(unknowable(annotation, 0), None, "")
    number = str(port.port.value)
    for item in items:
        if not item.well_formed:
            error = f"forward port format error: {annotation.value}, expect 80:443,88:6443"
            return Forward(part(unknowable(annotation, 0), 0, item.at), item, error)
        if item.parts[0].text == number:
            return _target(annotation, item)
    return Forward(defaulted(annotation, 0), None, "")


def _target(annotation: Fact[str], item: ForwardItem) -> Forward:
    target = item.parts[1].text
    if not target:
        return Forward(part(defaulted(annotation, 0), 0, item.at), item, "")
    try:
        return Forward(part(annotation, atoi(target), item.at), item, "")
    except NotAnIntegerError:
        error = f"forward port is not an integer, {target}"
        return Forward(part(unknowable(annotation, 0), 0, item.at), item, error)
