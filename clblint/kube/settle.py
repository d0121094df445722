"""Objects that patches of the project are laid over: what a patch writes is not known from the object itself.

An overlay may add the annotation that a base lacks, and another may change it again. So whatever a patch touches is
unknown in the object, and rules are silent about it; what no patch touches is judged as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clblint.kube.cluster import Unwritten
from clblint.kube.fact import Fact, Origin
from clblint.kube.objects import Service
from clblint.kube.patch import ALL
from clblint.kube.pods import Workload

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.objects import KubeObject

# The fields of a Service that are one fact each, by their names in `spec`.
_FACTS = {
    "type": "type",
    "loadBalancerClass": "load_balancer_class",
    "externalTrafficPolicy": "external_traffic_policy",
    "internalTrafficPolicy": "internal_traffic_policy",
    "clusterIP": "cluster_ip",
    "sessionAffinity": "session_affinity",
    "healthCheckNodePort": "health_check_node_port",
    "allocateLoadBalancerNodePorts": "allocates_node_ports",
    "loadBalancerIP": "load_balancer_ip",
    "trafficDistribution": "traffic_distribution",
    "ipFamilyPolicy": "ip_family_policy",
}
_IRRELEVANT = frozenset({"publishNotReadyAddresses", "minReadySeconds", "revisionHistoryLimit", "strategy", "paused"})


def settle(thing: KubeObject, changes: Iterable[tuple[str, str, str]]) -> None:
    """Make unknown what patches change: each change is what is changed, its key, and the file of the patch."""
    for what, key, path in changes:
        thing.patched = True
        if isinstance(thing, Service):
            _settle_service(thing, what, key, path)
        elif isinstance(thing, Workload) and what == "spec":
            _settle_workload(thing, key)


def _settle_service(service: Service, what: str, key: str, path: str) -> None:
    if what == "annotation" and key != ALL:
        old = service.annotations.get(key)
        # It stands in the patch: a finding there would be about a line that is judged where it is written.
        unknown = Fact(old.value if old else "", Unwritten(path), Origin.UNKNOWN)
        service.annotations = {**service.annotations, key: unknown}
    elif what == "spec" and key in _FACTS:
        name = _FACTS[key]
        setattr(service, name, _unknown(getattr(service, name)))
    elif key not in _IRRELEVANT:
        service.unsettled = True


def _settle_workload(workload: Workload, key: str) -> None:
    if key == "replicas":
        workload.replicas = _unknown(workload.replicas)
    elif key not in _IRRELEVANT:
        workload.unsettled = workload.fragment = True


def _unknown(fact: Fact[Any]) -> Fact[Any]:
    return Fact(fact.value, fact.node, Origin.UNKNOWN, fact.key)
