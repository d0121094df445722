"""The Go types of Kubernetes API fields, for decoding errors (k8s.io/api core/v1, k8s.io/apimachinery meta/v1).

A type has the name that Go uses in errors. A field that is missing here accepts any JSON type.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TEXT, NUMBER, TRUTH, EITHER = "string", "number", "bool", "number or string"
LIST, OBJECT = "array", "object"
_BITS = {"int32": 31, "int64": 63}


class Type:
    """The type of a field: the expected JSON type, Go's name, and the types inside.

    `items` is the type of each item of a list, or of each value of a map; `fields` are those of a struct.
    """

    __slots__ = ("fields", "go", "items", "wants")

    def __init__(self, wants: str, go: str, items: Type | None, fields: Mapping[str, Type]) -> None:
        self.wants = wants
        self.go = go
        self.items = items
        self.fields = fields

    @property
    def struct(self) -> str:
        """Its name as the struct of a field in an error message."""
        return self.go.rpartition(".")[2]

    @property
    def beyond(self) -> int:
        """The smallest positive number that overflows it."""
        return 1 << _BITS[self.go]


_NONE: dict[str, Type] = {}


def _struct(go: str, **fields: Type) -> Type:
    return Type(OBJECT, go, None, fields)


def _list(of: Type) -> Type:
    return Type(LIST, "[]" + of.go, of, _NONE)


def _scalar(wants: str, go: str) -> Type:
    return Type(wants, go, None, _NONE)


_text, _truth = _scalar(TEXT, "string"), _scalar(TRUTH, "bool")
_int32, _int64 = _scalar(NUMBER, "int32"), _scalar(NUMBER, "int64")
_either = _scalar(EITHER, "int32")  # intstr.IntOrString
_texts, _map = _list(_text), Type(OBJECT, "map[string]string", _text, _NONE)
_protocol, _uid = _scalar(TEXT, "v1.Protocol"), _scalar(TEXT, "types.UID")

_owner = _struct(
    "v1.OwnerReference",
    apiVersion=_text, kind=_text, name=_text, uid=_uid, controller=_truth, blockOwnerDeletion=_truth,
)  # fmt: skip
_managed = _struct(
    "v1.ManagedFieldsEntry", manager=_text, operation=_text, apiVersion=_text, time=_text, fieldsType=_text,
    subresource=_text,
)  # fmt: skip
_metadata = _struct(
    "v1.ObjectMeta",
    name=_text, generateName=_text, namespace=_text, selfLink=_text, uid=_uid, resourceVersion=_text,
    generation=_int64, creationTimestamp=_text, deletionTimestamp=_text, deletionGracePeriodSeconds=_int64, labels=_map,
    annotations=_map, ownerReferences=_list(_owner), finalizers=_texts, managedFields=_list(_managed),
)  # fmt: skip

_service_port = _struct(
    "v1.ServicePort",
    name=_text, protocol=_protocol, appProtocol=_text, port=_int32, targetPort=_either, nodePort=_int32,
)  # fmt: skip
_affinity = _struct("v1.SessionAffinityConfig", clientIP=_struct("v1.ClientIPConfig", timeoutSeconds=_int32))
_service_spec = _struct(
    "v1.ServiceSpec",
    ports=_list(_service_port),
    selector=_map,
    clusterIP=_text,
    clusterIPs=_texts,
    type=_scalar(TEXT, "v1.ServiceType"),
    externalIPs=_texts,
    sessionAffinity=_scalar(TEXT, "v1.ServiceAffinity"),
    loadBalancerIP=_text,
    loadBalancerSourceRanges=_texts,
    externalName=_text,
    externalTrafficPolicy=_scalar(TEXT, "v1.ServiceExternalTrafficPolicy"),
    healthCheckNodePort=_int32,
    publishNotReadyAddresses=_truth,
    sessionAffinityConfig=_affinity,
    ipFamilies=_list(_scalar(TEXT, "v1.IPFamily")),
    ipFamilyPolicy=_scalar(TEXT, "v1.IPFamilyPolicy"),
    allocateLoadBalancerNodePorts=_truth,
    loadBalancerClass=_text,
    internalTrafficPolicy=_scalar(TEXT, "v1.ServiceInternalTrafficPolicy"),
    trafficDistribution=_text,
)
_port_status = _struct("v1.PortStatus", port=_int32, protocol=_protocol, error=_text)
_ingress = _struct(
    "v1.LoadBalancerIngress",
    ip=_text, hostname=_text, ipMode=_scalar(TEXT, "v1.LoadBalancerIPMode"), ports=_list(_port_status),
)  # fmt: skip
_condition = _struct(
    "v1.Condition",
    type=_text, status=_scalar(TEXT, "v1.ConditionStatus"), observedGeneration=_int64, lastTransitionTime=_text,
    reason=_text, message=_text,
)  # fmt: skip
_service_status = _struct(
    "v1.ServiceStatus",
    loadBalancer=_struct("v1.LoadBalancerStatus", ingress=_list(_ingress)), conditions=_list(_condition),
)  # fmt: skip
SERVICE = _struct("v1.Service", metadata=_metadata, spec=_service_spec, status=_service_status)

# Of pods, only fields that matter to a load balancer, and common fields next to them.
_exec = _struct("v1.ExecAction", command=_texts)
_get = _struct("v1.HTTPGetAction", path=_text, port=_either, host=_text, scheme=_scalar(TEXT, "v1.URIScheme"))
_socket = _struct("v1.TCPSocketAction", port=_either, host=_text)
_probe = _struct(
    "v1.Probe",
    exec=_exec, httpGet=_get, tcpSocket=_socket, grpc=_struct("v1.GRPCAction", port=_int32, service=_text),
    initialDelaySeconds=_int32, timeoutSeconds=_int32, periodSeconds=_int32, successThreshold=_int32,
    failureThreshold=_int32, terminationGracePeriodSeconds=_int64,
)  # fmt: skip
_hook = _struct(
    "v1.LifecycleHandler",
    exec=_exec, httpGet=_get, tcpSocket=_socket, sleep=_struct("v1.SleepAction", seconds=_int64),
)  # fmt: skip
_container = _struct(
    "v1.Container",
    name=_text,
    image=_text,
    command=_texts,
    args=_texts,
    workingDir=_text,
    ports=_list(
        _struct("v1.ContainerPort", name=_text, hostPort=_int32, containerPort=_int32, protocol=_protocol, hostIP=_text)
    ),
    env=_list(_struct("v1.EnvVar", name=_text, value=_text)),
    readinessProbe=_probe,
    livenessProbe=_probe,
    startupProbe=_probe,
    lifecycle=_struct("v1.Lifecycle", postStart=_hook, preStop=_hook),
    restartPolicy=_scalar(TEXT, "v1.ContainerRestartPolicy"),
)
_gate = _struct("v1.PodReadinessGate", conditionType=_scalar(TEXT, "v1.PodConditionType"))
_pod_spec = _struct(
    "v1.PodSpec",
    containers=_list(_container), initContainers=_list(_container), terminationGracePeriodSeconds=_int64,
    hostNetwork=_truth, nodeSelector=_map, nodeName=_text, serviceAccountName=_text, readinessGates=_list(_gate),
)  # fmt: skip
_template = _struct("v1.PodTemplateSpec", metadata=_metadata, spec=_pod_spec)


def _workload(kind: str, selector: Type, **fields: Type) -> Type:
    spec = _struct(f"v1.{kind}Spec", replicas=_int32, selector=selector, template=_template, **fields)
    return _struct(f"v1.{kind}", metadata=_metadata, spec=spec)


_selector = _struct("v1.LabelSelector", matchLabels=_map)
_rolling = _struct("v1.RollingUpdateDeployment", maxSurge=_either, maxUnavailable=_either)
_strategy = _struct("v1.DeploymentStrategy", type=_scalar(TEXT, "v1.DeploymentStrategyType"), rollingUpdate=_rolling)
_job = _workload("Job", _selector)
_job_template = _struct("v1.JobTemplateSpec", metadata=_metadata, spec=_job.fields["spec"])
WORKLOADS = {
    "Pod": _struct("v1.Pod", metadata=_metadata, spec=_pod_spec),
    "ReplicationController": _workload("ReplicationController", _map),
    "Deployment": _workload("Deployment", _selector, minReadySeconds=_int32, strategy=_strategy),
    "ReplicaSet": _workload("ReplicaSet", _selector, minReadySeconds=_int32),
    "DaemonSet": _workload("DaemonSet", _selector, minReadySeconds=_int32),
    "StatefulSet": _workload("StatefulSet", _selector, minReadySeconds=_int32, serviceName=_text),
    "Job": _job,
    "CronJob": _struct(
        "v1.CronJob",
        metadata=_metadata, spec=_struct("v1.CronJobSpec", schedule=_text, suspend=_truth, jobTemplate=_job_template),
    ),
}  # fmt: skip
OF_WORKLOADS = ("v1", "apps/", "batch/", "extensions/")  # of workloads; other API versions may have other fields
