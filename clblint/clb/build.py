"""`build`: creates the `LoadBalancer` model of a Service (MB:Build)."""

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
    """The load balancer of a Service; its `handled_by` says whether the CCM creates one at all.

    `workloads` returns the workloads that the Service selects, `scaling` their scalers, `more` whether it may select
    others that cannot be known; `inventory` has the existing resources. `type_annotation` is the CCM's feature gate
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
