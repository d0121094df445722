"""The simulated cloud of a recorded run, printed as `aliyun` prints it: an inventory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clblint.balancer.instance import DEFAULT_NAME, OWNER_TAG
from clblint.inventory.load import Export
from clblint.nlb.options import KIND_OF, LIST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clblint.change.nlb.cloud import NetworkCloud, Nlb, NlbServerGroup, SecurityGroup
    from clblint.inventory.inventory import Inventory

UID, OWNER = "01234567-89ab-cdef-0123-456789abcdef", "a0123456789abcdef0123456789abcde"
DAY = 20_454
_PORTS = frozenset({"ListenerProtocol", "ListenerPort", "StartPort", "EndPort"})


class Printed:
    """What the API prints of a simulated cloud; `names` are the simulation's names of the ids that it makes up."""

    def __init__(self, cloud: NetworkCloud, key: str) -> None:
        """`key` is the Service to which everything belongs that the CCM made."""
        self.names: dict[str, str] = {}
        self._cloud = cloud
        service, namespace, _ = key.split(".")
        self._key, self._description = key, f"k8s.{namespace}.{service}.c0123"

    @property
    def inventory(self) -> Inventory:
        """The inventory; of NLBs and server groups there may be more."""
        answers = "\n".join(map(json.dumps, self._answers()))
        return Export((("inventory.json", answers.encode()),), DAY).read()

    def _answers(self) -> Iterator[dict[str, Any]]:
        cloud = self._cloud
        yield {"LoadBalancers": [self._nlb(nlb) for nlb in cloud.nlbs.values()], "NextToken": "more"}
        yield {"Listeners": [one for nlb in cloud.nlbs.values() for one in self._listeners(nlb)]}
        yield {"ServerGroups": [self._group(group) for group in cloud.groups.values()], "NextToken": "more"}
        users = {id_ for nlb in cloud.nlbs.values() for id_ in nlb.instance.security_groups or ()}
        listed = [{"SecurityGroupId": id_} for id_ in users - set(cloud.security_groups)]
        listed += [self._security_group(group) for group in cloud.security_groups.values()]
        yield {"SecurityGroups": {"SecurityGroup": listed}}
        for group in cloud.security_groups.values():
            yield {"SecurityGroupId": self._id(group.id, "sg"), "Permissions": {"Permission": self._rules(group)}}

    def _id(self, name: str, kind: str) -> str:
        """The id of something: what the CCM makes has one that nobody knows before."""
        if not name.startswith(("{", "k8s.")):
            return name
        known = {simulated: id_ for id_, simulated in self.names.items()}
        fresh = f"{kind}-made{len(known)}x"
        if name not in known:
            self.names[fresh] = name
        return known.get(name, fresh)

    def _nlb(self, nlb: Nlb) -> dict[str, Any]:
        there = nlb.instance
        zones = [
            {"ZoneId": zone.zone, "VSwitchId": zone.vswitch, "LoadBalancerAddresses": [
                {"PrivateIPv4Address": zone.address, "AllocationId": zone.eip}]}
            for zone in there.zones or ()
        ]  # fmt: skip
        return {
            "LoadBalancerId": self._id(nlb.id, "nlb"), **_texts(there.attributes), "ZoneMappings": zones,
            "SecurityGroupIds": [self._id(one, "sg") for one in there.security_groups or ()],
            "Tags": [{"TagKey": name, "TagValue": value} for name, value in _texts(there.tags).items()],
        }  # fmt: skip

    def _listeners(self, nlb: Nlb) -> Iterator[dict[str, Any]]:
        for (protocol, ports), listener in nlb.listeners.items():
            start, _, end = ports.partition("-")
            at = {"ListenerPort": 0, "StartPort": start, "EndPort": end} if end else {"ListenerPort": ports}
            params = {name: value for name, value in listener.params.items() if name not in _PORTS}
            group, status = (
                self._id(params.pop("ServerGroupId", "") or "", "sgp"),
                "Stopped" if listener.stopped else "Running",
            )
            yield {
                "ListenerId": f"lsn-{protocol}-{ports}@{nlb.id}", "LoadBalancerId": self._id(nlb.id, "nlb"), **at,
                "ListenerProtocol": protocol, "ListenerStatus": status, "ServerGroupId": group, **_nested(params),
            }  # fmt: skip

    def _group(self, group: NlbServerGroup) -> dict[str, Any]:
        shown = _nested(group.params)
        check = shown.pop("HealthCheckConfig", {})
        return {"ServerGroupId": self._id(group.id, "sgp"), "Protocol": "TCP", "HealthCheck": check, **shown}

    def _security_group(self, group: SecurityGroup) -> dict[str, Any]:
        tags = [{"TagKey": OWNER_TAG, "TagValue": OWNER}] if group.owner == self._key else []
        return {"SecurityGroupId": self._id(group.id, "sg"), "Description": self._description, "Tags": {"Tag": tags}}

    def _rules(self, group: SecurityGroup) -> list[dict[str, str]]:
        return [rule.parameters(self._description) for rule in group.rules]


def _texts(values: Mapping[str, str | None]) -> dict[str, str]:
    """The known values, with what only the cloud knows filled in."""
    known = ((name, value) for name, value in values.items() if value is not None)
    return {name: value.replace(DEFAULT_NAME, OWNER).replace("{clusterId}", "c0123") for name, value in known}


def _nested(values: Mapping[str, str | None]) -> dict[str, Any]:
    """Parameters with a dot as parts of objects, lists as lists."""
    made: dict[str, Any] = {}
    for name, value in _texts(values).items():
        outer, _, inner = name.partition(".")
        shown = value.split(",") if KIND_OF.get(name) == LIST and value else value
        if inner:
            made.setdefault(outer, {})[inner] = shown
        else:
            made[name] = shown
    return made
