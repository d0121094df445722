"""Marks the fields of an object that patches of the project change as unknown, and applies labels of kustomizations.

An overlay may add the annotation that a base lacks, and another may change it again. So a patched field is unknown
in the object, and rules do not report it; all other fields are linted as usual.
"""

from __future__ import annotations

from clblint.kube.clusters.profile import Unwritten
from clblint.kube.fact import Fact, Origin
from clblint.kube.kustomize.patch import ALL, LABELS, NOTE
from clblint.kube.kustomize.role import IN_SELECTORS, ON_OBJECTS, ON_PODS
from clblint.kube.objects import Service
from clblint.kube.workloads.pods import Workload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from clblint.kube.kustomize.role import Label
    from clblint.kube.objects import KubeObject

# The attributes of a Service that are one fact each, by field of `spec`.
_FACTS = {
    "type": "type",
    "loadBalancerClass": "load_balancer_class",
    "externalTrafficPolicy": "external_traffic_policy",
    "internalTrafficPolicy": "internal_traffic_policy",
    "clusterIP": "cluster_ip",
    "publishNotReadyAddresses": "publishes_not_ready",
    "sessionAffinity": "session_affinity",
    "healthCheckNodePort": "health_check_node_port",
    "allocateLoadBalancerNodePorts": "allocates_node_ports",
    "loadBalancerIP": "load_balancer_ip",
    "trafficDistribution": "traffic_distribution",
    "ipFamilyPolicy": "ip_family_policy",
}
SET_ELSEWHERE = "<set by kustomize>"  # replaces the value of a label that differs between overlays
_IRRELEVANT = frozenset({"minReadySeconds", "revisionHistoryLimit", "strategy", "paused"})


def apply_patches(thing: KubeObject, changes: Iterable[tuple[str, str, str]], everywhere: Collection[str] = ()) -> None:
    """Mark as unknown what patches change; a change is (area, key, path of the patch).

    `everywhere` are the annotations that every build overwrites, so that the value in the object has no effect.
    """
    if everywhere:
        whole = ALL in everywhere
        thing.overwritten = tuple(fact.place for key, fact in thing.annotations.items() if whole or key in everywhere)
    for what, key, path in changes:
        thing.patched = True
        if what == LABELS:  # labels matter to selectors, which the project resolves
            continue
        if isinstance(thing, Service):
            _settle_service(thing, what, key, path)
        elif isinstance(thing, Workload) and what == "spec":
            _settle_workload(thing, key, path)


def _settle_service(service: Service, what: str, key: str, path: str) -> None:
    if what == NOTE and key != ALL:
        old = service.annotations.get(key)
        # It is positioned in the patch, where the line is linted by itself.
        unknown = Fact(old.value if old is not None else "", Unwritten(path), Origin.ELSEWHERE)
        service.annotations = {**service.annotations, key: unknown}
    elif what == "spec" and key in _FACTS:
        name = _FACTS[key]
        setattr(service, name, _unknown(getattr(service, name)))
    elif key not in _IRRELEVANT:
        service.unsettled = path


def _settle_workload(workload: Workload, key: str, path: str) -> None:
    if key == "replicas":
        workload.replicas = _unknown(workload.replicas)
    elif key not in _IRRELEVANT:
        workload.unsettled, workload.fragment = path, True


def _unknown(fact: Fact[Any]) -> Fact[Any]:
    return Fact(fact.value, fact.node, Origin.ELSEWHERE, fact.key)


def label(thing: KubeObject, labels: Iterable[Label]) -> None:
    """Apply labels of kustomizations to the pod labels or the selector of an object."""
    labels = tuple(labels)
    thing.relabelled = frozenset(key for _, key, _ in labels)
    if isinstance(thing, Service):
        _label_selector(thing, [(key, value) for where, key, value in labels if where == IN_SELECTORS])
    elif isinstance(thing, Workload):
        wanted = ON_OBJECTS if thing.kind == "Pod" else ON_PODS
        written = {key: SET_ELSEWHERE if value is None else value for where, key, value in labels if where == wanted}
        thing.pod_labels = {**thing.pod_labels, **written}


def _label_selector(service: Service, labels: list[tuple[str, str | None]]) -> None:
    """Apply labels to a selector; one that differs between overlays is dropped, since the pods have it, too."""
    known = {key: value for key, value in labels if value is not None}
    selector, at = service.selector, service.place_of_selector
    kept = {key: fact for key, fact in selector.items() if key not in dict(labels)}
    made = {key: Fact(value, selector[key].node if key in selector else at) for key, value in known.items()}
    if kept or made or not selector:
        service.selector = {**kept, **made}
    else:
        service.selector = {key: _unknown(fact) for key, fact in selector.items()}
