"""Reads Endpoints and EndpointSlices, the hand-written back ends of a Service without a selector."""

from __future__ import annotations

from clblint.fast import NamedTuple, cached_property
from clblint.kube.fact import Fact, Origin
from clblint.kube.objects import KubeObject
from clblint.kube.well_known import SERVICE_NAME_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.kube.field import Field

SLICE = "EndpointSlice"


class EndpointPort(NamedTuple):
    """A port of endpoints; it has the name of its Service port."""

    name: Fact[str]
    number: Fact[int]


class Endpoint(NamedTuple):
    """An address and its node name; an absent node name is positioned at the address."""

    address: Fact[str]
    node_name: Fact[str]


class Endpoints(KubeObject):
    """An Endpoints object or an EndpointSlice."""

    @cached_property
    def service_name(self) -> Fact[str]:
        """The name of its Service: its own name, or the label of a slice."""
        if self.kind != SLICE:
            return self.name
        return self.root.get("metadata", "labels", SERVICE_NAME_LABEL).text()

    @cached_property
    def ports(self) -> tuple[EndpointPort, ...]:
        """Its ports, those of all subsets included."""
        return tuple(
            EndpointPort(item.get("name").text(), item.get("port").integer())
            for holder in self._holders
            for item in holder.get("ports").each()
        )

    @cached_property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Its addresses, those of all subsets included."""
        if self.kind == SLICE:
            return tuple(_of_slice(self.root.get("endpoints")))
        return tuple(_of_subset(item) for holder in self._holders for item in holder.get("addresses").each())

    @property
    def _holders(self) -> tuple[Field, ...]:
        return (self.root,) if self.kind == SLICE else tuple(self.root.get("subsets").each())


def _of_slice(field: Field) -> Iterator[Endpoint]:
    for item in field.each():
        for address in item.get("addresses").each():
            found = address.text()
            node = item.get("nodeName")
            yield Endpoint(found, node.text() if node.present else _absent(found))


def _of_subset(item: Field) -> Endpoint:
    found = item.get("ip").text()
    node = item.get("nodeName")
    return Endpoint(found, node.text() if node.present else _absent(found))


def _absent(at: Fact[str]) -> Fact[str]:
    return Fact("", at.node, Origin.DEFAULT)
