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
    from clblint.nlb.model import NetworkLoadBalancer


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
    annotations = Annotations(service, cluster.declared.ccm_version)
    decided = handling(service, annotations, type_annotation=TYPE_ANNOTATION in cluster.gates_on)
    made = ClassicLoadBalancer(
        service=service,
        cluster=cluster,
        annotations=annotations,
        handling=decided,
        find_workloads=workloads,
        find_scaling=scaling,
        find_more=more,
        inventory=inventory,
    )
    return as_network(made) if decided.by.value == NLB else made


def as_classic(balancer: LoadBalancer) -> ClassicLoadBalancer:
    """The CLB that the controller of CLBs would make of a Service, whoever handles it."""
    if isinstance(balancer, ClassicLoadBalancer):
        return balancer
    annotations = Annotations(balancer.service, balancer.cluster.declared.ccm_version)
    return ClassicLoadBalancer(**_fields_of(balancer), annotations=annotations)


def as_network(balancer: LoadBalancer) -> NetworkLoadBalancer:
    """The NLB that the controller of NLBs would make of a Service, whoever handles it."""
    from clblint.nlb.model import NetworkLoadBalancer  # noqa: PLC0415 - 4 % of a run without an NLB

    if isinstance(balancer, NetworkLoadBalancer):
        return balancer
    version = balancer.cluster.declared.ccm_version
    annotations = Annotations(balancer.service, None if known_older(version, NLB_SINCE) else version, NLB)
    return NetworkLoadBalancer(**_fields_of(balancer), annotations=annotations)


def _fields_of(balancer: LoadBalancer) -> dict[str, object]:
    """What a load balancer depends on besides its annotations."""
    return {name: getattr(balancer, name) for name in _FIELDS}


_FIELDS = ("service", "cluster", "handling", "find_workloads", "find_scaling", "find_more", "inventory")
