"""What a recorded run of the NLB controller says of the cluster and the cloud, as the simulation takes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clblint.balancer.instance import CLUSTER_TAG, DEFAULT_NAME, OWNER_TAG
from clblint.change.nlb.cloud import Instance, Nlb, NlbListener, NlbServerGroup, SecurityGroup, Server, Zone
from clblint.change.nlb.groups import API_DEFAULTS
from clblint.change.nlb.listeners import api_defaults
from clblint.change.nlb.population import Node, Pod, Population
from tests.recorded.files import documents_of
from tests.recorded.surroundings import ECS_LABELS, Surroundings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.change.nlb.cloud import NetworkCloud
    from clblint.kube.objects import Service

NODES = (Node("node-1", "i-ecs-1", "192.168.0.1"), Node("node-2", "i-ecs-2", "192.168.0.2"))
NAMED_PORTS = {"http": "8080", "https": "8443", "web": "8081"}
# What every NLB of the user's has of which nothing else is said.
USERS = {
    "AddressType": "Internet", "AddressIpVersion": "Ipv4", "ResourceGroupId": "rg-default", "CrossZoneEnabled": "true",
    "LoadBalancerName": "user-nlb", "BandwidthPackageId": "", "Ipv6AddressType": "",
}  # fmt: skip
ZONES = (
    Zone("cn-hangzhou-a", "vsw-user-a", "192.168.0.200", "eip-user-1"),
    Zone("cn-hangzhou-b", "vsw-user-b", "192.168.1.200", "eip-user-2"),
)
CREATED = {"ResourceGroupId": "rg-default"}
_FROM_UID = re.compile("a[0-9a-f]{31}")


class NetworkSurroundings(Surroundings):
    """One manifest of a run of the NLB controller."""

    back_ends = "ecs"

    def __init__(self, name: str, *manifests: str) -> None:
        super().__init__(name, *manifests)
        last = [one for one in documents_of(manifests[-1]) if isinstance(one, dict)]
        self._new_cloud: dict[str, Any] = next((one for one in last if one.get("kind") == "OracleCloud"), {})
        found = (one for text in manifests for one in documents_of(text) if isinstance(one, dict))
        self._workloads = [one for one in found if one.get("kind") == "Deployment"]

    @property
    def retries(self) -> bool:
        """Whether the cloud refuses a call that the CCM makes again at once."""
        return bool(self._cloud.get("failOnce"))

    def refuses(self, action: str) -> str:
        """The error with which the cloud refuses an action, else an empty text."""
        told = str(self._cloud.get("fail", {}).get(action, ""))
        return f"API error {told.partition(':')[0]}" if told else ""

    def population(self, service: Service) -> Population:
        """The nodes that the CCM considers, and the ready pods; numbers for the names of target ports."""
        targets = {str(port.target.value): str(number) for number, port in enumerate(service.ports, 9000)} | NAMED_PORTS
        if self._workloads:
            targets = {name: number for one in self._workloads for name, number in _named_ports(one)}
        nodes = tuple(map(_node, self._nodes)) if self._nodes else NODES
        return Population(nodes, tuple(self._pods), targets)

    @property
    def _pods(self) -> list[Pod]:
        if self._cloud.get("noEndpoints"):
            return []
        names = self._cloud.get("podNodes") or [f"node-{number}" for number in (1, 2)]
        unknown = set(self._cloud.get("missingEnis", ()))
        found = []
        for number, name in enumerate(names, 11):
            addresses = [f"10.96.0.{number}", *([f"fd00::{number}"] if self._cloud.get("dualStackPods") else [])]
            for address in addresses:
                interface = "" if address in unknown else f"eni-{re.sub('[.:]', '-', address)}"
                found.append(Pod(address, name, interface, ipv6=":" in address))
        return found

    def user_made(self, id_: str) -> Nlb | None:
        """The NLB behind an id that a Service names: any id has one."""
        return None if id_ in self._missing or id_ != id_.strip() else _nlb(id_, {}, "")

    def user_group(self, id_: str) -> NlbServerGroup | None:
        """The server group behind an id that a Service names: any id but an empty one."""
        return None if id_ in self._missing or not id_ else _group(id_, {})

    @property
    def _missing(self) -> set[str]:
        return {str(one) for one in self._cloud.get("missing", ())}

    def put_into(self, cloud: NetworkCloud, ids: Mapping[str, str], owners: Mapping[str, str]) -> None:
        """Change what the manifest says of the cloud.

        `ids` are the simulation's names for ids that the fake made up, `owners` the Services of default names.
        """
        cloud.refuses, cloud.user_made, cloud.user_group = self.refuses, self.user_made, self.user_group
        for one in self._new_cloud.get("networkLoadBalancers", ()):
            id_ = ids.get(one["id"], one["id"])
            there = cloud.nlbs.get(id_)
            if there is None:
                cloud.nlbs[id_] = _nlb(id_, one, _owner_of(one, owners))
            else:
                _change(there, one, ids)
        for one in self._new_cloud.get("serverGroups", ()):
            id_ = ids.get(one["id"], one["id"])
            if id_ in cloud.groups:
                cloud.groups[id_].params |= _texts(one.get("attributes", {}))
            else:
                cloud.groups[id_] = _group(id_, one)
        for one in self._new_cloud.get("securityGroups", ()):
            if one["id"] not in ids:
                cloud.security_groups[one["id"]] = SecurityGroup(one["id"], _owner_of(one, owners))
        for id_ in self._missing:
            cloud.nlbs.pop(ids.get(id_, id_), None)
            cloud.groups.pop(ids.get(id_, id_), None)


def _owner_of(one: dict[str, Any], owners: Mapping[str, str]) -> str:
    name = one.get("tags", {}).get(OWNER_TAG) or one.get("attributes", {}).get("LoadBalancerName", "")
    return owners.get(str(name), "")


def _named_ports(workload: dict[str, Any]) -> list[tuple[str, str]]:
    containers = workload["spec"]["template"]["spec"]["containers"]
    ports = [port for container in containers for port in container.get("ports", ())]
    return [(port["name"], str(port["containerPort"])) for port in ports if "name" in port]


def _node(node: dict[str, Any]) -> Node:
    name, spec, status = node["metadata"]["name"], node.get("spec") or {}, node.get("status") or {}
    provider = spec.get("providerID", f"cn-hangzhou.i-{name}")
    labels = node["metadata"].get("labels") or {}
    addresses = status.get("addresses") or []
    internal = (one["address"] for one in addresses if one["type"] == "InternalIP" and ":" not in one["address"])
    return Node(
        name, provider.partition(".")[2], next(internal, ""), labels,
        excluded=any(label in labels for label in ECS_LABELS), virtual=labels.get("type") == "virtual-kubelet",
        unschedulable=bool(spec.get("unschedulable")), provider=provider, has_addresses=bool(addresses),
    )  # fmt: skip


def _nlb(id_: str, one: dict[str, Any], owner: str) -> Nlb:
    given = _texts(one.get("attributes", {}))
    if _FROM_UID.fullmatch(given.get("LoadBalancerName", "")):
        given["LoadBalancerName"] = DEFAULT_NAME
    groups = tuple(one.get("attributes", {}).get("SecurityGroupIds", ()))
    made = Nlb(id_, Instance({**USERS, **given}, ZONES, groups, dict(one.get("tags", {}))), owner)
    _listen(made, one, {})
    return made


def _change(there: Nlb, one: dict[str, Any], ids: Mapping[str, str]) -> None:
    """What somebody changed in the console."""
    there.instance.attributes.update(_texts(one.get("attributes", {})))
    if "SecurityGroupIds" in one.get("attributes", {}):
        there.join(tuple(ids.get(group, group) for group in one["attributes"]["SecurityGroupIds"]))
    if "listeners" in one:
        there.listeners.clear()
        _listen(there, one, ids)
    if "tags" in one:
        there.instance = there.instance._replace(tags=dict(one["tags"]))


def _listen(nlb: Nlb, one: dict[str, Any], ids: Mapping[str, str]) -> None:
    for item in one.get("listeners", ()):
        params = _texts(item)
        stopped = params.pop("ListenerStatus", "Running") == "Stopped"
        params["ServerGroupId"] = ids.get(params.get("ServerGroupId", ""), params.get("ServerGroupId", ""))
        protocol, port = params["ListenerProtocol"], params["ListenerPort"]
        made = NlbListener(protocol, port, {**api_defaults(protocol), "ListenerDescription": "", **params})
        made.stopped = stopped
        nlb.listeners[protocol, port] = made


def _group(id_: str, one: dict[str, Any]) -> NlbServerGroup:
    given = _texts(one.get("attributes", {}))
    made = NlbServerGroup(id_, {**API_DEFAULTS, "ServerGroupName": f"user-{id_}", **given}, "")
    made.servers = [
        Server(
            item["ServerType"], item["ServerId"], item.get("ServerIp", ""), str(item["Port"]), str(item["Weight"]),
            item["Description"].replace("c-oracle", "{clusterId}"),
        )
        for item in one.get("servers", ())
    ]  # fmt: skip
    return made


def _texts(values: dict[str, Any]) -> dict[str, str]:
    return {name: _text(value) for name, value in values.items() if not isinstance(value, list)}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).replace("c-oracle", "{clusterId}")


__all__ = ["CLUSTER_TAG", "CREATED", "NetworkSurroundings"]
