"""`forward-port`: http listeners that redirect to another port (LS:forwardPort).

Looked at for http listeners only, from left to right until an item names the port.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.facts import defaulted, part, unknowable
from clblint.clb.values.integers import NotAnIntegerError, atoi
from clblint.clb.values.items import Item
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from clblint.clb.model import LoadBalancer
    from clblint.kube.fact import Fact
    from clblint.kube.objects import ServicePort

_TWO = 2


class ForwardItem(Item["LoadBalancer"]):
    """An item of `forward-port`, `80:443`."""

    __slots__ = ()

    @property
    def balancer(self) -> LoadBalancer:
        """The load balancer."""
        return self.owner

    @property
    def well_formed(self) -> bool:
        """Whether it has exactly one colon."""
        return len(self.parts) == _TWO

    @property
    def counts(self) -> bool:
        """Whether it says where a port is redirected to."""
        return self.well_formed


class Forward(NamedTuple):
    """Where an http listener forwards to, 0 where nowhere; `item` decided it or made the CCM give up."""

    port: Fact[int]
    item: ForwardItem | None
    error: str


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
