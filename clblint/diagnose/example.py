"""The snapshot of an example: the documents of its fence, merged into a cluster whose only Service is healthy.

Each document of a fence is merged into the object of its kind and name (RFC 7386: `null` removes a key, lists are
replaced); `$patch: delete` removes the object. A document without a name changes the Service `web`, all Pods or
all Nodes; an Event is about the Service, and some minutes older than the snapshot. A document without `kind` is an
answer of the Alibaba Cloud CLI. Endpoints are made from the pods, and the hash label from the Service, unless the fence
has them.
"""

from __future__ import annotations

import copy
import json

from clblint.diagnose.hash_label import service_hash
from clblint.diagnose.reading.yaml_values import yaml_items
from clblint.kube.catalogue.catalogue import PREFIX
from clblint.kube.well_known import CLB_FINALIZER, HASH_LABEL, HOST_NAME_LABEL, ID_LABEL, SERVICE_NAME_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.diagnose.shape import Plain

SERVICE = "default/web"
_UID = "e9dbc799-3c0e-5b96-8ba1-ed593e91d804"
_DAY, _LONG_AGO = "2026-11-20T", "2026-10-31T08:00:00Z"
_DELETE = "$patch"
_PORT = {"name": "http", "port": 80, "protocol": "TCP", "targetPort": 8080, "nodePort": 30080}
_EVENT: Plain = {
    "apiVersion": "v1", "kind": "Event", "type": "Warning", "reason": "SyncLoadBalancerFailed", "count": 9,
    "metadata": {"namespace": "default"}, "source": {"component": "service-controller"},
    "involvedObject": {"kind": "Service", "namespace": "default", "name": "web", "uid": _UID},
    "firstTimestamp": f"{_DAY}07:21:00Z", "lastTimestamp": f"{_DAY}07:57:00Z",
}  # fmt: skip


def example_text(fence: str) -> str:
    """The files of an example as one text; `UnreadableYamlError` for a fence that is no YAML."""
    objects, answers = _healthy(), []
    for number, item in enumerate(yaml_items("example", fence)):
        value: Plain = item.value
        if "kind" not in value:
            answers.append(value)
        elif value["kind"] == "Event":
            objects.append(_merged(_EVENT, {"metadata": {"name": f"web.{number}"}, **value}))
        else:
            objects = _with(objects, value)
    _settle(objects)
    whole = [{"apiVersion": "v1", "kind": "List", "items": objects}, *answers]
    return "\n".join(json.dumps(one) for one in whole)


def _with(objects: list[Plain], patch: Plain) -> list[Plain]:
    """The objects with a document merged into those that it means; a new one if there is none."""
    meant = [one for one in objects if _is_meant(one, patch)]
    if patch.get(_DELETE) == "delete":
        return [one for one in objects if one not in meant]
    if not meant:
        namespace = {} if patch["kind"] == "Node" else {"namespace": "default"}
        return [*objects, _merged({"apiVersion": "v1", "metadata": namespace}, patch)]
    return [_merged(one, patch) if one in meant else one for one in objects]


def _is_meant(one: Plain, patch: Plain) -> bool:
    meta = patch.get("metadata") or {}
    name, namespace = meta.get("name"), meta.get("namespace")
    same = name is None or one["metadata"]["name"] == name
    return one["kind"] == patch["kind"] and same and namespace in {None, one["metadata"].get("namespace")}


def _merged(value: Any, patch: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON merge patch."""
    if not isinstance(patch, dict):
        return copy.deepcopy(patch)
    made = copy.deepcopy(value) if isinstance(value, dict) else {}
    for key, inner in patch.items():
        if inner is None:
            made.pop(key, None)
        else:
            made[key] = _merged(made.get(key), inner)
    return made


def _settle(objects: list[Plain]) -> None:
    """Fill in what controllers write: endpoints by the pods, and the hash label of the Service."""
    pods = [one for one in objects if one["kind"] == "Pod"]
    for one in objects:
        if one["kind"] == "EndpointSlice" and "endpoints" not in one:
            service = next((other for other in objects if other["kind"] == "Service"), {})
            one["endpoints"] = [_endpoint(pod) for pod in pods if _selects(service, pod)]
        labels = one["metadata"].get("labels", {})
        if one["kind"] == "Service" and labels.get(HASH_LABEL) == "":
            labels[HASH_LABEL] = service_hash(one["spec"], one["metadata"].get("annotations")) or ""


def _selects(service: Plain, pod: Plain) -> bool:
    labels = pod["metadata"].get("labels", {})
    selector = service.get("spec", {}).get("selector") or {}
    same_namespace = pod["metadata"].get("namespace") == "default"
    return same_namespace and all(labels.get(key) == value for key, value in selector.items())


def _endpoint(pod: Plain) -> Plain:
    conditions = {one["type"]: one["status"] for one in pod.get("status", {}).get("conditions", [])}
    made: Plain = {"addresses": [pod.get("status", {}).get("podIP", "10.64.0.9")], "targetRef": {"kind": "Pod"}}
    made["targetRef"]["name"] = pod["metadata"]["name"]
    made["conditions"] = {"ready": conditions.get("Ready") == "True"}
    node = pod.get("spec", {}).get("nodeName")
    return {**made, "nodeName": node} if node else made


def _healthy() -> list[Plain]:
    """A cluster with three nodes, two pods, and a Service that has its load balancer."""
    names = [f"cn-hangzhou.192.168.0.2{number}" for number in range(3)]
    flannel = _object("DaemonSet", "kube-flannel-ds", "kube-system")
    lease = _object("Lease", "ccm", "kube-system") | {"spec": {"renewTime": f"{_DAY}07:59:58.0Z"}}
    slices = _object("EndpointSlice", "web-1") | {"addressType": "IPv4", "ports": [{"name": "http", "port": 8080}]}
    slices["metadata"]["labels"] = {SERVICE_NAME_LABEL: "web"}
    pods = [_pod(number, node) for number, node in enumerate(names[:2])]
    return [_service(), _deployment(), *pods, slices, flannel, lease, *map(_node, names)]


def _object(kind: str, name: str, namespace: str = "default") -> Plain:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name, "namespace": namespace}}


def _service() -> Plain:
    made = _object("Service", "web")
    made["metadata"] |= {
        "uid": _UID,
        "creationTimestamp": _LONG_AGO,
        "finalizers": [CLB_FINALIZER],
        "labels": {HASH_LABEL: "", ID_LABEL: "lb-bp1web"},
        "annotations": {f"{PREFIX}connection-drain": "on", f"{PREFIX}connection-drain-timeout": "30"},
    }
    spec = {"type": "LoadBalancer", "selector": {"app": "web"}, "ports": [_PORT], "externalTrafficPolicy": "Cluster"}
    return made | {"spec": spec, "status": {"loadBalancer": {"ingress": [{"ip": "47.98.0.10"}]}}}


def _container() -> Plain:
    probe = {"httpGet": {"path": "/healthz", "port": 8080}}
    hook = {"preStop": {"exec": {"command": ["sleep", "5"]}}}
    ports = [{"name": "http", "containerPort": 8080}]
    return {"name": "app", "image": "web:1", "ports": ports, "readinessProbe": probe, "lifecycle": hook}


def _pod(number: int, node: str) -> Plain:
    made = _object("Pod", f"web-{number}")
    made["metadata"] |= {"creationTimestamp": _LONG_AGO, "labels": {"app": "web"}}
    status = {
        "phase": "Running",
        "podIP": f"10.64.{number}.5",
        "conditions": [{"type": "Ready", "status": "True"}, {"type": "ContainersReady", "status": "True"}],
        "containerStatuses": [{"name": "app", "ready": True, "restartCount": 0}],
    }
    spec = {"nodeName": node, "containers": [_container()], "terminationGracePeriodSeconds": 60}
    return made | {"spec": spec, "status": status}


def _deployment() -> Plain:
    template = {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [_container()]}}
    spec = {"replicas": 2, "selector": {"matchLabels": {"app": "web"}}, "template": template}
    return _object("Deployment", "web") | {"apiVersion": "apps/v1", "spec": spec}


def _node(name: str) -> Plain:
    conditions = [
        {"type": "Ready", "status": "True", "lastHeartbeatTime": f"{_DAY}07:59:30Z"},
        {"type": "NetworkUnavailable", "status": "False", "reason": "RouteCreated"},
    ]
    meta = {"name": name, "labels": {HOST_NAME_LABEL: name}}
    info = {"kubeletVersion": "v1.30.7-aliyun.1"}
    number = name.rpartition(".")[2]
    spec = {"providerID": f"cn-hangzhou.i-bp{number}"}
    return {
        "apiVersion": "v1", "kind": "Node", "metadata": meta, "spec": spec,
        "status": {"conditions": conditions, "nodeInfo": info},
    }  # fmt: skip
