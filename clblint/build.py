"""`build`: the load balancer that the CCM would build from a Service (MB:Build, NM:Build)."""

from __future__ import annotations

from clblint.balancer.annotations import Annotations
from clblint.balancer.back_ends import NO_PROJECT
from clblint.balancer.handling import NLB, NLB_SINCE, handling
from clblint.clb.model import ClassicLoadBalancer
from clblint.kube.versions import known_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clblint.balancer.back_ends import WorkloadFinder
    from clblint.balancer.model import LoadBalancer
    from clblint.inventory.inventory import Inventory
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import Service
    from clblint.nlb.model import NetworkLoadBalancer


def build(
    service: Service, cluster: Cluster, finder: WorkloadFinder = NO_PROJECT, *, inventory: Inventory | None = None
) -> LoadBalancer:
    """The load balancer of a Service: an NLB, or a CLB, whose `handled_by` says whether the CCM creates it at all.

    `finder` finds the workloads behind it, `inventory` has the existing resources.
    """
    annotations = Annotations(service, cluster.declared.ccm_version)
    decided = handling(service, annotations, cluster)
    made = ClassicLoadBalancer(
        service=service,
        cluster=cluster,
        annotations=annotations,
        handling=decided,
        finder=finder,
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


def with_annotations(balancer: LoadBalancer, values: Mapping[str, Fact[str]]) -> LoadBalancer:
    """The same load balancer, as if its Service had these values of annotations, by their short names."""
    made = type(balancer)
    return made(**_fields_of(balancer), annotations=balancer.annotations.with_values(values))


def with_given_node_ports(balancer: LoadBalancer) -> LoadBalancer:
    """The same load balancer, as if its Service had been given its node ports before."""
    made, fields = type(balancer), _fields_of(balancer)
    return made(**{**fields, "service": balancer.service.with_given_node_ports()}, annotations=balancer.annotations)


def _fields_of(balancer: LoadBalancer) -> dict[str, object]:
    """What a load balancer depends on besides its annotations."""
    return {name: getattr(balancer, name) for name in _FIELDS}


_FIELDS = ("service", "cluster", "handling", "finder", "inventory")
