"""`LiveObject`: an object of the cluster as the snapshot has it, cut down to what a diagnosis needs."""

from __future__ import annotations

import json
import re

from clblint.diagnose.shape import ANY, FLAG, LABELS, NUMBER, TEXT, TEXTS, Plain, at, items_at, labels_at, shaped
from clblint.diagnose.times import parse_time
from clblint.fast import NamedTuple, cached_property
from clblint.kube.well_known import HASH_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


HIDDEN_VALUE = "${HIDDEN_BEFORE_IT_WAS_HANDED_ON}"  # of a redacted field: rules treat it as a value that is not known
_OWNER = {"kind": TEXT, "name": TEXT}
_META = {
    "name": TEXT, "namespace": TEXT, "uid": TEXT, "labels": LABELS, "creationTimestamp": TEXT,
    "deletionTimestamp": TEXT, "resourceVersion": TEXT, "ownerReferences": [_OWNER],
}  # fmt: skip
_PROBE = {
    "httpGet": {"scheme": TEXT, "path": TEXT, "port": ANY}, "tcpSocket": {"port": ANY}, "exec": {}, "grpc": {},
    "periodSeconds": NUMBER, "failureThreshold": NUMBER, "initialDelaySeconds": NUMBER, "timeoutSeconds": NUMBER,
}  # fmt: skip
_CONTAINER = {
    "name": TEXT, "image": TEXT, "ports": [{"name": TEXT, "containerPort": NUMBER, "protocol": TEXT}],
    "readinessProbe": _PROBE, "lifecycle": {"preStop": ANY}, "command": TEXTS, "args": TEXTS,
    "env": [{"name": TEXT, "value": TEXT}],
}  # fmt: skip
_STATE = {
    "waiting": {"reason": TEXT, "message": TEXT},
    "running": {"startedAt": TEXT},
    "terminated": {"reason": TEXT, "exitCode": NUMBER, "message": TEXT},
}
_CONTAINER_STATUS = {
    "name": TEXT, "ready": FLAG, "restartCount": NUMBER, "state": _STATE, "lastState": _STATE,
}  # fmt: skip
_CONDITION = {
    "type": TEXT, "status": TEXT, "reason": TEXT, "message": TEXT, "lastTransitionTime": TEXT,
    "lastHeartbeatTime": TEXT,
}  # fmt: skip
_POD_SPEC = {
    "nodeName": TEXT, "hostNetwork": FLAG, "containers": [_CONTAINER], "readinessGates": [{"conditionType": TEXT}],
    "terminationGracePeriodSeconds": NUMBER, "nodeSelector": LABELS,
}  # fmt: skip
_ADDRESS = {
    "ip": TEXT, "nodeName": TEXT, "targetRef": {"kind": TEXT, "name": TEXT},
}  # fmt: skip
_SHAPES: dict[str, Any] = {
    "Service": {
        "metadata": {**_META, "annotations": LABELS, "finalizers": TEXTS, "managedFields": [ANY]},
        "spec": {
            "type": TEXT, "loadBalancerClass": TEXT, "selector": LABELS, "externalTrafficPolicy": TEXT,
            "healthCheckNodePort": NUMBER, "ipFamilies": TEXTS, "loadBalancerSourceRanges": TEXTS,
            "allocateLoadBalancerNodePorts": FLAG, "clusterIP": TEXT,
            "ports": [{
                "name": TEXT, "port": NUMBER, "protocol": TEXT, "targetPort": ANY, "nodePort": NUMBER,
                "appProtocol": TEXT,
            }],
        },
        "status": {"loadBalancer": {"ingress": [{"ip": TEXT, "hostname": TEXT}]}},
    },
    "Endpoints": {
        "metadata": _META,
        "subsets": [{
            "addresses": [_ADDRESS], "notReadyAddresses": [_ADDRESS], "ports": [{"name": TEXT, "port": NUMBER}],
        }],
    },
    "EndpointSlice": {
        "metadata": _META,
        "addressType": TEXT,
        "endpoints": [{
            "addresses": TEXTS, "nodeName": TEXT, "targetRef": {"kind": TEXT, "name": TEXT},
            "conditions": {"ready": FLAG, "serving": FLAG, "terminating": FLAG},
        }],
        "ports": [{"name": TEXT, "port": NUMBER}],
    },
    "Pod": {
        "metadata": _META,
        "spec": _POD_SPEC,
        "status": {
            "phase": TEXT, "podIP": TEXT, "reason": TEXT, "startTime": TEXT, "conditions": [_CONDITION],
            "containerStatuses": [_CONTAINER_STATUS], "initContainerStatuses": [_CONTAINER_STATUS],
        },
    },
    "Node": {
        "metadata": {**_META, "annotations": LABELS},
        "spec": {
            "providerID": TEXT, "unschedulable": FLAG, "podCIDR": TEXT,
            "taints": [{"key": TEXT, "effect": TEXT, "value": TEXT}],
        },
        "status": {
            "conditions": [_CONDITION], "nodeInfo": {"kubeletVersion": TEXT},
            "addresses": [{"type": TEXT, "address": TEXT}],
        },
    },
    "Lease": {"metadata": _META, "spec": {"renewTime": TEXT, "holderIdentity": TEXT, "leaseTransitions": NUMBER}},
    "HorizontalPodAutoscaler": {
        "metadata": _META,
        "spec": {"scaleTargetRef": _OWNER, "minReplicas": NUMBER, "maxReplicas": NUMBER},
        "status": {"currentReplicas": NUMBER, "desiredReplicas": NUMBER},
    },
    "ScaledObject": {"metadata": _META, "spec": {"scaleTargetRef": _OWNER, "minReplicaCount": NUMBER}},
    "ConfigMap": {"metadata": _META},
}  # fmt: skip
_WORKLOAD = {
    "metadata": {**_META, "annotations": LABELS},
    "spec": {
        "replicas": NUMBER, "selector": {"matchLabels": LABELS},
        "template": {"metadata": {"labels": LABELS}, "spec": {**_POD_SPEC, "volumes": [{"name": TEXT}]}},
    },
    "status": {"replicas": NUMBER, "readyReplicas": NUMBER, "conditions": [_CONDITION]},
}  # fmt: skip
WORKLOADS = frozenset({
    "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "CloneSet", "Rollout", "Job",
})  # fmt: skip
FORCE_ENI = "SERVICE_FORCE_BACKEND_ENI"  # makes pods the back ends of every Service without the annotation backend-type
_FLAGS = ("--service-node-port-range", "--feature-gates")
_SYSTEM = ("kube-apiserver", "cloud-controller-manager", "kube-proxy")  # their arguments are facts about the cluster


_DOMAINS = re.compile(r"(?:[\w.-]*\.)?(?:kubernetes\.io|k8s\.io|aliyun\.com|alibabacloud\.com|k8s\.alibaba)/")
_FREE_TEXT = frozenset({"kubernetes.io/change-cause", "kubernetes.io/description"})


def is_of_kubernetes(annotation: str) -> bool:
    """Whether Kubernetes or Alibaba Cloud defines an annotation; others may hold secrets."""
    return _DOMAINS.match(annotation) is not None and annotation not in _FREE_TEXT


class LiveObject:
    """An object of the cluster.

    Attributes:
        kind: such as `Service`.
        namespace: empty for a Node.
        name: its name.
        body: its fields, cut down to the shape of its kind.
        file: the file that holds it.
        raw: fields of a Service or workload that rules and the hash label need beyond `body`.
    """

    __slots__ = ("__dict__", "body", "file", "kind", "name", "namespace", "raw")

    def __init__(self, kind: str, body: Plain, file: str, raw: Plain | None = None) -> None:
        self.kind = kind
        self.body = body
        self.file = file
        self.raw: Plain = raw or {}
        self.name: str = at(body, "metadata", "name") or ""
        self.namespace: str = at(body, "metadata", "namespace") or ""

    @property
    def id(self) -> str:
        """`default/web`; the name alone without a namespace."""
        return f"{self.namespace}/{self.name}" if self.namespace else self.name

    @property
    def uid(self) -> str:
        """Its uid; empty if the snapshot does not show it."""
        return self.text("metadata", "uid")

    @property
    def labels(self) -> dict[str, str]:
        """Its labels."""
        return labels_at(self.body, "metadata", "labels")

    @property
    def annotations(self) -> dict[str, str]:
        """Its annotations."""
        return labels_at(self.body, "metadata", "annotations")

    @cached_property
    def created(self) -> float | None:
        """When it was created; None if the snapshot does not show it."""
        return parse_time(self.text("metadata", "creationTimestamp"))

    @cached_property
    def deleted(self) -> float | None:
        """When its deletion was asked for; None if it is not being deleted."""
        return parse_time(self.text("metadata", "deletionTimestamp"))

    def text(self, *path: str) -> str:
        """The text at a path; empty if it is absent."""
        return at(self.body, *path) or ""

    def items(self, *path: str) -> list[Any]:
        """The list at a path; empty if it is absent."""
        return items_at(self.body, *path)

    def condition(self, kind: str) -> Plain:
        """A condition of its status; empty if it has none of that kind."""
        return next((one for one in self.items("status", "conditions") if one.get("type") == kind), {})


class ManagedWrite(NamedTuple):
    """A writer of an object: its name, when it wrote last, and whether it owns the hash label."""

    manager: str
    time: float | None
    hash_label: bool


def is_read(kind: str) -> bool:
    """Whether a diagnosis looks at objects of a kind; events are read elsewhere."""
    return kind in _SHAPES or kind in WORKLOADS


def live_object(plain: Plain, kind: str, file: str) -> LiveObject | None:
    """The object of a kind that a diagnosis looks at; None for any other."""
    shape = _SHAPES.get(kind) or (_WORKLOAD if kind in WORKLOADS else None)
    if shape is None:
        return None
    body: Plain = shaped(plain, shape)
    if not at(body, "metadata", "name"):
        return None
    if kind == "Pod" or kind in WORKLOADS:
        _drop_secrets(body)
    return LiveObject(kind, body, file, _raw(plain, kind, body))


def _raw(plain: Plain, kind: str, body: Plain) -> Plain | None:
    """The fields that are kept beyond the shape: the spec of a Service or workload, without what may be secret."""
    if kind == "Service":
        writes = [_managed(one) for one in items_at(body, "metadata", "managedFields")]
        body["metadata"].pop("managedFields", None)
        return {"spec": plain.get("spec"), "writes": [one for one in writes if one is not None]}
    if kind in WORKLOADS and not body["metadata"].get("ownerReferences"):
        return {"apiVersion": plain.get("apiVersion"), "spec": without_values(plain.get("spec"))}
    if kind == "Pod" and not body["metadata"].get("ownerReferences"):
        return {"apiVersion": plain.get("apiVersion"), "spec": without_values(plain.get("spec"))}
    return None


def _managed(value: object) -> ManagedWrite | None:
    if not isinstance(value, dict) or not isinstance(value.get("manager"), str):
        return None
    labels = at(value, "fieldsV1", "f:metadata", "f:labels")
    time = value.get("time")
    owns = isinstance(labels, dict) and f"f:{HASH_LABEL}" in labels
    return ManagedWrite(value["manager"], parse_time(time) if isinstance(time, str) else None, owns)


def _drop_secrets(body: Plain) -> None:
    """Remove arguments and environment of containers, except settings of the control plane."""
    spec = body.get("spec", {})
    for container in items_at(spec.get("template", {}) if "template" in spec else body, "spec", "containers"):
        settings = settings_in(container)
        for key in ("command", "args", "env"):
            container.pop(key, None)
        container.update(settings)


def settings_in(container: Plain) -> Plain:
    """The command, arguments and environment of a control plane container that are settings of the cluster."""
    if not any(name in str(container.get("name", "")) for name in _SYSTEM):
        return {}
    found: Plain = {}
    for key in ("command", "args"):
        flags = [word for word in items_at(container, key) if isinstance(word, str) and word.startswith(_FLAGS)]
        found |= {key: flags} if flags else {}
    env = [one for one in items_at(container, "env") if isinstance(one, dict) and one.get("name") == FORCE_ENI]
    return found | ({"env": env} if env else {})


_DROPPED = frozenset({"env", "envFrom", "volumes", "imagePullSecrets"})
_RANGES = ("ip_local_port_range", "service-node-port-range")  # the arguments that rules read


def without_values(value: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    """A spec without environment, volumes, and arguments that are no settings of the cluster."""
    if isinstance(value, dict):
        return {
            key: without_values(inner)
            for key, inner in value.items()
            if key not in _DROPPED and (key not in {"args", "command"} or _is_harmless(key, value))
        }
    return [without_values(item) for item in value] if isinstance(value, list) else value


def _is_harmless(key: str, container: Plain) -> bool:
    """Whether a command or its arguments set a port range of the cluster, or belong to a hook or a probe."""
    if "image" not in container:  # `exec` of a hook or probe: the hook decides on the end of a pod
        return True
    return any(name in json.dumps(container[key]) for name in _RANGES)
