"""What a recorded run says of the cluster and the cloud, declared as a user would: a profile and an inventory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clblint.config.parse import parse_config
from clblint.inventory.load import Export
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.source.text import Source
from tests.recorded.files import documents_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster

# What every CLB of the user's own has that nothing else is said of, and what its listeners have.
ATTRIBUTES = {
    "Address": "203.0.113.50", "AddressIPVersion": "ipv4", "AddressType": "internet", "Bandwidth": "5120",
    "DeleteProtection": "off",
    "InstanceChargeType": "PayBySpec", "InternetChargeType": "paybytraffic", "LoadBalancerName": "fake",
    "LoadBalancerSpec": "", "MasterZoneId": "cn-hangzhou-h", "ModificationProtectionStatus": "NonProtection",
    "NetworkType": "classic", "ResourceGroupId": "rg-default", "SlaveZoneId": "cn-hangzhou-g",
}  # fmt: skip
# What the fake cloud gives to those that the CCM makes, where the request leaves it out.
CREATED = {name: ATTRIBUTES[name] for name in ("MasterZoneId", "ResourceGroupId", "SlaveZoneId")}
CREATED |= {"Address": "203.0.113.100"}
LISTENER = {"Scheduler": "wrr", "Bandwidth": "-1"}
PREFIXES = ("alibaba-cloud-loadbalancer-", "alicloud-loadbalancer-")
ECS_LABELS = (
    "alpha.service-controller.kubernetes.io/exclude-balancer",
    "node.kubernetes.io/exclude-from-external-load-balancers",
    "service.alibabacloud.com/exclude-node",
    "service.beta.kubernetes.io/exclude-node",
)
LONG_AGO, DAY = 946684800000, 20_454
LATER = 4102444800000


class Surroundings:
    """One manifest of a run: its Services, the cluster, and the cloud before it is applied."""

    back_ends = ""  # by default, if that is declared

    def __init__(self, name: str, *manifests: str) -> None:
        """Begin with the last of several manifests: what one says of cloud and cluster holds on for the next."""
        documents = [documents_of(text) for text in manifests]
        self._cloud: dict[str, Any] = {}
        found = [one for some in documents for one in some if isinstance(one, dict)]
        for document in found:
            if document.get("kind") == "OracleCloud":
                self._cloud |= document
        self._nodes = [one for one in found if one.get("kind") == "Node"]
        self._named = [one for one in found if one.get("kind") == "Service" and isinstance(one.get("metadata"), dict)]
        objects = read_manifest(Source(f"{name}.yaml", manifests[-1].encode()), prefilter=False).objects
        self.services = [thing for thing in objects if isinstance(thing, Service)]

    @property
    def resource_group(self) -> str:
        """The resource group of the cluster, which a profile does not know."""
        return str(self._config.get("resourceGroupID", ""))

    @property
    def fails(self) -> bool:
        """Whether the cloud refuses calls for no reason that a manifest could tell."""
        return bool(self._cloud.get("fail"))

    @property
    def lacks_its_own(self) -> bool:
        """Whether a CLB that the CCM made is gone meanwhile."""
        return any(str(name).startswith("lb-oracle-") for name in self._cloud.get("missing", ()))

    @property
    def _config(self) -> dict[str, Any]:
        return dict(self._cloud.get("config", {}))

    @property
    def cluster(self) -> Cluster:
        """The profile of the cluster."""
        labels = [{}, {}] if not self._nodes else [_labels(node) for node in self._nodes if _takes_part(node)]
        declared = {"ccm-version": "v2.14.0", "nodes": len(labels), "node-labels": labels}
        if self._config.get("serviceBackendType", self.back_ends):
            declared["service-backend-type"] = self._config.get("serviceBackendType", self.back_ends)
        if self._config.get("featureGates"):
            declared["feature-gates"] = self._config["featureGates"]
        if self._config.get("disablePublicSLB"):
            declared["disable-public-slb"] = True
        return parse_config(".clblint.yaml", json.dumps({"cluster": declared}).encode()).cluster

    @property
    def inventory(self) -> Inventory:
        """What the calls of the API print of the cloud."""
        answers = "\n".join(json.dumps(answer) for answer in self._answers())
        return Export((("inventory.json", answers.encode()),), DAY).read()

    def _answers(self) -> Iterator[dict[str, Any]]:
        listed = {one["id"]: one for one in self._cloud.get("loadBalancers", ())}
        ids = dict.fromkeys([*listed, *self._annotated("id")])
        clbs = [(id_, listed.get(id_, {})) for id_ in ids if id_ not in self._cloud.get("missing", ())]
        found = [
            {"LoadBalancerId": id_, **ATTRIBUTES, **one.get("attributes", {}), "Tags": {"Tag": _tags(one)}}
            for id_, one in clbs
        ]
        yield {"LoadBalancers": {"LoadBalancer": found}, "TotalCount": len(found)}
        listeners = [_listener(id_, item) for id_, one in clbs for item in one.get("listeners", ())]
        yield {"Listeners": listeners, "TotalCount": len(listeners)}
        for id_, one in clbs:
            groups = one.get("vServerGroups", ()) if id_ in listed else self._groups(id_)
            shown = [{"LoadBalancerId": id_, **group} for group in groups]
            yield {"VServerGroups": {"VServerGroup": shown}, "LoadBalancerId": id_, "TotalCount": len(shown)}
        certificates = [_certificate(id_, state) for id_, state in self._certificates().items() if state != "missing"]
        yield {"ServerCertificates": {"ServerCertificate": certificates}, "TotalCount": len(certificates)}
        yield {"EipAddresses": {"EipAddress": []}, "TotalCount": 0}

    def _annotated(self, name: str) -> list[str]:
        """The values of an annotation in all Services."""
        found = []
        for service in self._named:
            for key, value in (service["metadata"].get("annotations") or {}).items():
                if any(key == f"service.beta.kubernetes.io/{prefix}{name}" for prefix in PREFIXES) and value:
                    found.append(str(value))
        return found

    def _groups(self, id_: str) -> list[dict[str, str]]:
        """A CLB that is not listed has the groups that `vgroup-port` names."""
        named = [item.split(":")[0] for text in self._annotated("vgroup-port") for item in text.split(",")]
        return [{"VServerGroupId": name, "VServerGroupName": f"{id_} {name}"} for name in dict.fromkeys(named)]

    def _certificates(self) -> dict[str, str]:
        return {**dict.fromkeys(self._annotated("cert-id"), ""), **self._cloud.get("certificates", {})}


def _labels(node: dict[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in (node.get("metadata", {}).get("labels") or {}).items()}


def _takes_part(node: dict[str, Any]) -> bool:
    """Whether a node is a worker that is ready."""
    conditions = (node.get("status") or {}).get("conditions") or ()
    ready = any(one["type"] == "Ready" and one["status"] == "True" for one in conditions)
    spec = node.get("spec") or {}
    taints = {taint["key"] for taint in spec.get("taints", ())}
    labelled = any(label in _labels(node) for label in ECS_LABELS)
    return ready and not labelled and "ToBeDeletedByClusterAutoscaler" not in taints and not spec.get("unschedulable")


def _tags(one: dict[str, Any]) -> list[dict[str, str]]:
    return [{"TagKey": key, "TagValue": str(value)} for key, value in one.get("tags", {}).items()]


def _listener(id_: str, item: dict[str, Any]) -> dict[str, Any]:
    head = {name: item[name] for name in ("ListenerPort", "ListenerProtocol")}
    return {"LoadBalancerId": id_, **LISTENER, **head, **item.get("Params", {})}


def _certificate(id_: str, state: str) -> dict[str, Any]:
    return {"ServerCertificateId": id_, "ExpireTimeStamp": LONG_AGO if state == "expired" else LATER}
