"""The existing CLB of a Service in its plan: as data, and as rows of the text (present and wanted value)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.balancer.existing import is_own
from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.clb.listeners import ClassicListener
    from clblint.clb.model import ClassicLoadBalancer
    from clblint.inventory.records import Clb, ClbListener
    from clblint.kube.fact import Fact

ATTRIBUTES = (
    "LoadBalancerName", "Address", "AddressType", "AddressIPVersion", "NetworkType", "VpcId", "VSwitchId",
    "MasterZoneId", "SlaveZoneId", "ResourceGroupId", "InstanceChargeType", "LoadBalancerSpec", "InternetChargeType",
    "Bandwidth", "DeleteProtection", "ModificationProtectionStatus",
)  # fmt: skip


class AttributeRow(NamedTuple):
    """One attribute: what the CLB has, and what is asked for if anything is."""

    name: str
    there: str
    asked: Fact[Any] | None


def existing_plan(balancer: ClassicLoadBalancer) -> dict[str, Any] | None:
    """What the inventory knows of the CLB of a Service; None where it knows none."""
    clb = balancer.current
    if clb is None:
        return None
    return {
        "id": clb.id.value,
        "path": clb.place.path,
        "line": clb.place.span.line,
        "loadBalancer": {name: _value(fact) for name, fact in _attributes(clb)},
        "tags": None if clb.tags is None else {key: _value(tag) for key, tag in clb.tags.items()},
        "listeners": [_listener(listener) for listener in clb.listeners],
    }


def rows(balancer: ClassicLoadBalancer, clb: Clb) -> list[AttributeRow]:
    """The attributes that were printed, and those that are asked for."""
    asked = balancer.wishes
    found = {name: fact.value for name, fact in _attributes(clb)}
    if clb.tags is not None:
        found["Tags"] = ", ".join(f"{key}={tag.value}" for key, tag in clb.tags.items())
    names = [*found, *(name for name in asked if name not in found)]
    return [AttributeRow(name, found.get(name, ""), asked.get(name)) for name in names]


def same_port(listener: ClassicListener) -> Iterator[tuple[ClbListener, bool]]:
    """The listeners that the CLB has on a port, each with whether it was made for this Service."""
    clb = listener.balancer.current
    for found in clb.listeners_on(str(listener.port.value)) if clb is not None else ():
        yield found, clb is not None and is_own(found, clb, listener.service)


def _attributes(clb: Clb) -> Iterator[tuple[str, Fact[str]]]:
    for name in ATTRIBUTES:
        fact = clb.attribute(name)
        if fact.readable:
            yield name, fact


def _listener(listener: ClbListener) -> dict[str, Any]:
    return {
        "protocol": listener.protocol.value,
        "port": listener.port.value,
        "serverGroup": listener.group_id.value or None,
        "description": listener.description.value or None,
        "line": listener.place.span.line,
    }


def _value(fact: Fact[str]) -> dict[str, Any]:
    return {"value": fact.value, "line": fact.place.span.line}
