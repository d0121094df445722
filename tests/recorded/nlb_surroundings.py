"""What a recorded run of the NLB controller says of the cluster and the cloud, as the simulation takes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clblint.balancer.instance import OWNER_TAG
from clblint.change.nlb.cloud import (
    Around,
    CloudGroup,
    CloudListener,
    CloudNlb,
    CloudNode,
    CloudPod,
    NetworkCloud,
    Server,
    key_of,
)
from tests.recorded.surroundings import ECS_LABELS, Surroundings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.kube.objects import Service

NODES = (CloudNode("node-1", "i-ecs-1", "192.168.0.1"), CloudNode("node-2", "i-ecs-2", "192.168.0.2"))
NAMED_PORTS = {"http": "8080", "https": "8443", "web": "8081"}
# What every NLB has of which nothing else is said.
USERS = {
    "AddressType": "Internet", "AddressIpVersion": "Ipv4", "ResourceGroupId": "rg-default", "CrossZoneEnabled": "true",
    "VpcId": "{vpcId}", "LoadBalancerName": "user-nlb",
}  # fmt: skip
ZONES = [
    {
        "ZoneId": f"cn-hangzhou-{zone}",
        "VSwitchId": f"vsw-user-{zone}",
        "PrivateIPv4Address": address,
        "AllocationId": eip,
    }
    for zone, address, eip in (("a", "192.168.0.200", "eip-user-1"), ("b", "192.168.1.200", "eip-user-2"))
]


class NetworkSurroundings(Surroundings):
    """One manifest of a run of the NLB controller."""

    @property
    def retries(self) -> bool:
        """Whether the cloud refuses a call that the CCM makes again at once."""
        return bool(self._cloud.get("failOnce"))

    @property
    def fails(self) -> bool:
        """Whether the cloud refuses calls for no reason that a manifest could tell."""
        return any(self._cloud.get(name) for name in ("fail", "securityGroups"))

    @property
    def nodes(self) -> tuple[CloudNode, ...]:
        """The nodes that the CCM considers."""
        return tuple(map(_node, self._nodes)) if self._nodes else NODES

    @property
    def pods(self) -> tuple[CloudPod, ...]:
        """The ready pods of each Service."""
        if self._cloud.get("noEndpoints"):
            return ()
        names = self._cloud.get("podNodes") or [f"node-{number}" for number in (1, 2)]
        unknown = set(self._cloud.get("missingEnis", ()))
        found = []
        for number, name in enumerate(names, 11):
            address = f"10.96.0.{number}"
            interface = None if address in unknown else f"eni-{address.replace('.', '-')}"
            found.append(CloudPod(address, name or None, interface))
            if self._cloud.get("dualStackPods"):
                found.append(CloudPod(f"fd00::{number}", name or None, f"eni-fd00--{number}", ipv6=True))
        return tuple(found)

    def around(self, service: Service, node_ports: Mapping[tuple[str, int], int]) -> Around:
        """The cluster, with the node ports of one Service, and numbers for the names of its target ports."""
        targets = {str(port.target.value): str(number) for number, port in enumerate(service.ports, 9000)} | NAMED_PORTS
        if self._workloads:
            targets = {name: number for one in self._workloads for name, number in _named_ports(one)}
        return Around(
            nodes=self.nodes, pods=self.pods, node_ports=node_ports, named_ports=targets,
            resource_group=self.resource_group, created={"ResourceGroupId": "rg-default"},
        )  # fmt: skip

    def put_into(self, cloud: NetworkCloud) -> None:
        """What is there before the manifest is applied."""
        cloud.missing = frozenset(map(str, self._cloud.get("missing", ())))
        listed = {one["id"]: one for one in self._cloud.get("networkLoadBalancers", ())}
        for id_ in dict.fromkeys([*listed, *self._annotated("id")]):
            if id_ not in cloud.missing and id_ == id_.strip() and id_ not in cloud.nlbs and not _is_made(id_):
                cloud.nlbs[id_] = _nlb(id_, listed.get(id_, {}))
        for id_, made in cloud.nlbs.items():
            if _FROM_UID.fullmatch(made.tags.get(OWNER_TAG, made.attributes["LoadBalancerName"])):
                cloud.own.setdefault(key_of(self.services[0]), id_)
        groups = {one["id"]: one for one in self._cloud.get("serverGroups", ())}
        named = [item.split(":")[0] for text in self._annotated("vgroup-port") for item in text.split(",")]
        for id_ in dict.fromkeys([*groups, *named]):
            if id_ and id_ not in cloud.missing and id_ not in cloud.groups:
                cloud.groups[id_] = _group(id_, groups.get(id_, {}))


_FROM_UID = re.compile("a[0-9a-f]{31}")


def _is_made(id_: str) -> bool:
    """Whether an id is one that the fake gives to what the CCM makes."""
    return "-oracle-" in id_


def _named_ports(workload: dict[str, Any]) -> list[tuple[str, str]]:
    containers = workload["spec"]["template"]["spec"]["containers"]
    ports = [port for container in containers for port in container.get("ports", ())]
    return [(port["name"], str(port["containerPort"])) for port in ports if "name" in port]


def _node(node: dict[str, Any]) -> CloudNode:
    name, spec, status = node["metadata"]["name"], node.get("spec") or {}, node.get("status") or {}
    provider = spec.get("providerID", f"cn-hangzhou.i-{name}")
    labels = node["metadata"].get("labels") or {}
    addresses = status.get("addresses") or []
    internal = next(
        (one["address"] for one in addresses if one["type"] == "InternalIP" and ":" not in one["address"]), ""
    )
    return CloudNode(
        name, provider.partition(".")[2], "".join(internal[:1]), provider, bool(addresses),
        virtual=labels.get("type") == "virtual-kubelet", excluded=any(label in labels for label in ECS_LABELS),
        unschedulable=bool(spec.get("unschedulable")), labels=labels,
    )  # fmt: skip


def _nlb(id_: str, one: dict[str, Any]) -> CloudNlb:
    given = {name: _text(value) for name, value in one.get("attributes", {}).items() if not isinstance(value, list)}
    made = CloudNlb(id_, {**USERS, **given}, ZONES, dict(one.get("tags", {})))
    made.security_groups = list(one.get("attributes", {}).get("SecurityGroupIds", ()))
    for item in one.get("listeners", ()):
        params = {name: _text(value) for name, value in item.items()}
        name = params.pop("ListenerDescription", "").replace("c-oracle", "{clusterId}")
        there = CloudListener(name, params, params.pop("ServerGroupId", ""))
        there.running = params.pop("ListenerStatus", "Running") != "Stopped"
        made.listeners[params["ListenerProtocol"], params["ListenerPort"]] = there
    return made


def _group(id_: str, one: dict[str, Any]) -> CloudGroup:
    given = {name: _text(value) for name, value in one.get("attributes", {}).items()}
    made = CloudGroup(id_, given.get("ServerGroupName", f"user-{id_}"), {"ServerGroupType": "Instance", **given}, "")
    for item in one.get("servers", ()):
        server = Server(
            item["ServerType"], item["ServerId"], item.get("ServerIp", ""), str(item["Port"]), str(item["Weight"]),
            item["Description"].replace("c-oracle", "{clusterId}"),
        )  # fmt: skip
        made.servers[server.identity] = server
    return made


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
