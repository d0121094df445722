"""`build`: the load balancer that the CCM would build from a Service (MB:Build, NM:Build)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.annotations import Annotations
from clblint.balancer.handling import NLB, NLB_SINCE, TYPE_ANNOTATION, handling
from clblint.clb.model import ClassicLoadBalancer
from clblint.kube.versions import known_older
from clblint.kube.workloads.scaling import Scaling

if TYPE_CHECKING:
    from collections.abc import Callable

    from clblint.balancer.model import LoadBalancer
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.objects import Service
    from clblint.kube.workloads.pods import Workload


def _none() -> tuple[Workload, ...]:
    return ()


def _nobody(_: Workload) -> Scaling:
    return Scaling()


def build(  # noqa: PLR0913 - what a load balancer depends on
    service: Service,
    cluster: Cluster,
    workloads: Callable[[], tuple[Workload, ...]] = _none,
    scaling: Callable[[Workload], Scaling] = _nobody,
    more: Callable[[], bool] = bool,
    *,
    inventory: Inventory | None = None,
) -> LoadBalancer:
    """The load balancer of a Service: an NLB, or a CLB, whose `handled_by` says whether the CCM creates it at all.

    `workloads` returns the workloads that the Service selects, `scaling` their scalers, `more` whether it may select
    others that cannot be known; `inventory` has the existing resources.
    """
    version = cluster.declared.ccm_version
    annotations = Annotations(service, version)
    decided = handling(service, annotations, type_annotation=TYPE_ANNOTATION in cluster.gates_on)
    kind: type[LoadBalancer] = ClassicLoadBalancer
    if decided.by.value == NLB:
        from clblint.nlb.model import NetworkLoadBalancer  # noqa: PLC0415 - most runs meet none

        annotations = Annotations(service, None if known_older(version, NLB_SINCE) else version, NLB)
        kind = NetworkLoadBalancer
    return kind(
        service=service,
        cluster=cluster,
        annotations=annotations,
        handling=decided,
        find_workloads=workloads,
        find_scaling=scaling,
        find_more=more,
        inventory=inventory,
    )
