"""Parses `listener-port-range`, the ranges of ports that listeners have instead of one port (NL:portRange).

The items are read from left to right until one names the port; any value needs pods as back ends.
"""

from __future__ import annotations

from clblint.balancer.facts import defaulted, part, unknowable
from clblint.balancer.values.integers import NotAnIntegerError, atoi
from clblint.fast import NamedTuple
from clblint.kube.fact import Fact, Origin
from clblint.nlb.values.network_items import NetworkItem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.balancer.values.items import Items
    from clblint.kube.objects import ServicePort

_TWO = 2
_LAST_PORT = 65535
_BADLY_FORMED = "listener port range must be like 1000-2000:80 with colon separated. got [{}]"


class Ports(NamedTuple):
    """A range of ports; both ends are 0 if there is none."""

    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"

    def within(self, other: Ports) -> bool:
        """Whether the other range contains it."""
        return other.start <= self.start and self.end <= other.end


NO_RANGE = Ports(0, 0)


class PortRangeItem(NetworkItem):
    """An item of `listener-port-range`, `80-443:80`."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The Service port."""
        return self.port.strip()

    @property
    def exact_key(self) -> str:
        """The Service port with its blanks."""
        return self.port

    @property
    def stops(self) -> bool:
        """Whether the CCM gives up at it for any port."""
        return bool(self.form_error)

    @property
    def port(self) -> str:
        """The text behind the colon, compared as it stands; empty if there is not exactly one colon."""
        return self.parts[1].text if len(self.parts) == _TWO else ""

    @property
    def is_reached(self) -> bool:
        """Whether the CCM evaluates it for a port of the Service, or would if the items before it were valid."""
        return self.position < self.balancer.range_reach

    @property
    def form_error(self) -> str:
        """The error with which the CCM gives up at this item for any port; empty if it does not."""
        return "" if len(self.parts) == _TWO else self._badly_formed

    @property
    def error(self) -> str:
        """The error with which it gives up at this item for the port that it names; empty if it does not."""
        if self.form_error:
            return self.form_error
        return _range_error(self.parts[0].text, self.at.text)

    @property
    def fault(self) -> str:
        """Its error, ignoring blanks, as the CCM words it; empty if there is none, or if its port decides.

        For a port that the Service lacks, the CCM checks only the form.
        """
        bare = ":".join(part.text.strip() for part in self.parts)
        if bare.count(":") != 1:
            return self._badly_formed
        names_one = self.key in self.balancer.service.ports_by_number
        return _range_error(bare.partition(":")[0], bare) if names_one else ""

    @property
    def ports(self) -> Ports:
        """The range, blanks around it aside; empty if it is wrong in another way."""
        text = self.parts[0].text.strip()
        return NO_RANGE if self.form_error or _range_error(text, text) else Ports(*map(atoi, text.split("-")))

    @property
    def counts(self) -> bool:
        """Whether it gives a range."""
        return not self.error

    @property
    def _badly_formed(self) -> str:
        return _BADLY_FORMED.format(self.at.text)


class RangeChoice(NamedTuple):
    """The range of ports for one Service port, none if no item names it; `item` as in a protocol decision."""

    ports: Fact[Ports]
    item: PortRangeItem | None
    error: str


def choose_range(annotation: Fact[str], items: Items[PortRangeItem], port: ServicePort) -> RangeChoice:
    """Find the range of a port, as it is meant if blanks alone are wrong; any other refused one is an unknown fact."""
    if not annotation.known or (items and not port.port.known):
        return RangeChoice(unknowable(annotation, NO_RANGE), None, "")
    item = items.deciding(str(port.port.value))
    if item is None:
        return RangeChoice(defaulted(annotation, NO_RANGE), None, "")
    if item.error:
        meant = item.ports
        unclear = part(unknowable(annotation, meant), meant, item.at)
        ports = Fact(meant, item.at, Origin.MEANT, annotation.key) if meant.end else unclear
        return RangeChoice(ports, item, item.error)
    return RangeChoice(part(annotation, item.ports, item.at), item, "")


def _range_error(text: str, item: str) -> str:
    """The error with which the CCM refuses a range, the part of an item before the colon; empty if it does not."""
    ends = text.split("-")
    if len(ends) != _TWO:
        return _BADLY_FORMED.format(item)
    try:
        start, end = map(atoi, ends)
    except NotAnIntegerError as error:
        return f"failed to convert port range [{item}] to int: {error}"
    if start >= end:
        return f"start port should be smaller than end port for port range [{item}]"
    return f"port range [{item}] is invalid" if start < 1 or end > _LAST_PORT else ""
