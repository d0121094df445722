"""What the snapshot shows beside its load balancer Services: failures of nodes and routes, and NodePort Services.

These are remarks on the snapshot as a whole; they do not change the state of a Service.
"""

from __future__ import annotations

from clblint.diagnose.endpoints import endpoints_of
from clblint.diagnose.failures import SILENT
from clblint.diagnose.snapshot import SnapshotProblem, pod_labels
from clblint.i18n.text import listed, phrase
from clblint.search.event_texts import causes_of, text_in, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.cluster import ReadCluster
    from clblint.diagnose.events import Event
    from clblint.diagnose.objects import LiveObject

_OF_NODES = frozenset(
    {"SyncRouteFailed", "CreateRouteFailed", "DescriberRouteFailed", "AddNodeFailed", "SyncNodeFailed"}
)
_UNKNOWN = "unknown-error"
_LOCAL = "local-in-cluster"
_SYSTEM, _INGRESS = "kube-system", "nginx-ingress-controller"
_MOST = 5  # NodePort Services and nodes that are named


def node_failures(cluster: ReadCluster) -> Iterator[SnapshotProblem]:
    """Yield the present failures of the CCM with nodes and routes: the newest event of each cause."""
    events = (event.placed(cluster.now) for event in cluster.snapshot.events if event.reason in _OF_NODES)
    present = [one for one in events if one.is_warning and (one.last is None or cluster.now - one.last <= SILENT)]
    newest: dict[str, Event] = {}
    for event in sorted(present, key=lambda one: -(one.last or 0)):
        newest.setdefault(_cause_of(event), event)
    for name, event in newest.items():
        message = phrase(
            "the CCM fails with nodes or routes ({reason} of {node}): {message}; see clblint explain {name}",
            reason=event.reason,
            node=event.name,
            message=event.message,
            name=name,
        )
        yield SnapshotProblem(name, event.file, message)


def _cause_of(event: Event) -> str:
    """The cause by the error of the cloud in the message, else by the reason of the event."""
    row = text_in(event.message) or text_of(event.reason, event.message)
    return next(iter(causes_of(row)), _UNKNOWN)


def local_node_ports(cluster: ReadCluster) -> Iterator[SnapshotProblem]:
    """Yield for NodePort Services with policy Local which nodes answer: only those with a ready pod."""
    snapshot = cluster.snapshot
    found = [one for one in snapshot.all("Service") if _is_local_node_port(one)]
    for service in found[:_MOST]:
        pods = snapshot.labelled("Pod", service.namespace, service.body.get("spec", {}).get("selector") or {})
        endpoints = endpoints_of(snapshot, service, pods)
        nodes = sorted({one.node for one in endpoints or [] if one.ready and one.node})
        if endpoints is None or len(nodes) == len(cluster.nodes):
            continue
        message = phrase(
            "{service} is a NodePort Service with policy Local: only nodes with a ready pod answer ({nodes})",
            service=service.id,
            nodes=listed(nodes[:_MOST]) if nodes else phrase("none"),
        )
        yield SnapshotProblem(_LOCAL, service.file, message)


def ingress_service_gone(cluster: ReadCluster) -> Iterator[SnapshotProblem]:
    """Yield a problem if ACK's ingress controller is there, but its Service was deleted."""
    snapshot = cluster.snapshot
    workload = snapshot.find("Deployment", _SYSTEM, _INGRESS) or snapshot.find("DaemonSet", _SYSTEM, _INGRESS)
    services = snapshot.within("Service", _SYSTEM)
    if workload is None or not services:  # the Services of this namespace may not have been collected
        return
    labels = pod_labels(workload).items()
    selectors = (one.body.get("spec", {}).get("selector") or {} for one in services)
    if not any(selector and selector.items() <= labels for selector in selectors):
        message = phrase(
            "{workload} is there, and no Service selects its pods: create kube-system/nginx-ingress-lb anew from the "
            "template in the documents of ACK",
            workload=f"{workload.kind} {workload.id}",
        )
        yield SnapshotProblem("ingress-service-missing", workload.file, message)


def _is_local_node_port(service: LiveObject) -> bool:
    return service.text("spec", "type") == "NodePort" and service.text("spec", "externalTrafficPolicy") == "Local"
