"""From a Service to its load balancer, in the order of the CCM: attributes, server groups, listeners (MB:Build)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.clb.annotations import Annotations
from clblint.clb.handling import handling
from clblint.clb.model import LoadBalancer
from clblint.kube.workloads.scaling import Scaling

if TYPE_CHECKING:
    from collections.abc import Callable

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
    type_annotation: bool = False,
    inventory: Inventory | None = None,
) -> LoadBalancer:
    """The load balancer of a Service; `handled_by` says whether it becomes one at all.

    `workloads` finds what the Service selects, `scaling` who sets the number of its pods, `more` whether it may select
    what nobody can tell, `inventory` holds what exists in the cloud. `type_annotation` is the CCM's feature gate
    LoadBalancerTypeAnnotation.
    """
    annotations = Annotations(service, cluster.declared.ccm_version)
    return LoadBalancer(
        service=service,
        cluster=cluster,
        annotations=annotations,
        handling=handling(service, annotations, type_annotation=type_annotation),
        find_workloads=workloads,
        find_scaling=scaling,
        find_more=more,
        inventory=inventory,
    )
