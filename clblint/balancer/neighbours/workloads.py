"""Subjects on workloads behind a load balancer: the workload, its target ports, and its readiness gates."""

from __future__ import annotations

from clblint.balancer.back_ends import ENI
from clblint.balancer.handling import NONE
from clblint.fast import NamedTuple
from clblint.kube.unrendered import is_unrendered
from clblint.kube.versions import known_older
from clblint.kube.well_known import READINESS_GATE
from clblint.source.node import may_hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.balancer.back_ends import BackEnds
    from clblint.balancer.model import LoadBalancer
    from clblint.balancer.neighbours.proxy_header import ProxyMismatch
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.endpoints import Endpoints
    from clblint.kube.fact import Fact
    from clblint.kube.objects import KubeObject, ServicePort
    from clblint.kube.workloads.pods import ContainerPort, Workload

_NAMES_CONFIG = "--configmap"  # of an ingress controller
# Words in the names of ports that do not serve clients.
_NOT_TRAFFIC = frozenset(
    {
        "admin", "debug", "health", "healthz", "jmx", "liveness", "metrics", "monitor", "monitoring", "pprof", "probe",
        "prom", "prometheus", "qos", "readiness", "telemetry",
    }
)  # fmt: skip


class WorkloadBehind(NamedTuple):
    """A workload whose pods are selected by a Service with a load balancer.

    `balancer` is a CLB or an NLB. `find_beside` gives the objects of the workload's file; none where they may differ
    from what is applied.
    """

    back_ends: BackEnds
    workload: Workload
    balancer: LoadBalancer
    find_beside: Callable[[], Iterable[KubeObject]] = tuple

    @property
    def proxy_mismatch(self) -> ProxyMismatch | None:
        """What the load balancer and the ingress controller behind it disagree about; None if nothing is known."""
        node = self.workload.pod_spec.node
        if node is None or not may_hold(node, _NAMES_CONFIG):
            return None
        from clblint.balancer.neighbours.proxy_header import proxy_mismatch_of  # noqa: PLC0415 - for few workloads

        return proxy_mismatch_of(self.balancer, self.workload, self.find_beside)


class TargetPort(NamedTuple):
    """A port of a Service with the workloads or hand-written endpoints behind it.

    `workloads` are the long-running ones; empty if one of them is a patch.
    """

    back_ends: BackEnds
    service_port: ServicePort
    workloads: tuple[Workload, ...]
    endpoints: tuple[Endpoints, ...]

    @property
    def port(self) -> Fact[int]:
        """The Service port."""
        return self.service_port.port

    @property
    def declared(self) -> tuple[ContainerPort, ...]:
        """The ports that the containers declare."""
        return tuple(port for workload in self.workloads for _, port in workload.ports)

    @property
    def for_traffic(self) -> tuple[ContainerPort, ...]:
        """The declared ports whose names do not indicate probes, metrics and the like."""
        return tuple(
            port for port in self.declared if not _NOT_TRAFFIC.intersection(port.name.value.lower().split("-"))
        )

    @property
    def left_over(self) -> tuple[ContainerPort, ...]:
        """The ports for traffic that no port of the Service targets."""
        led_to = {port.target.value for port in self.back_ends.ports}
        return tuple(one for one in self.for_traffic if not led_to & {one.number.value, one.name.value})

    @property
    def namesakes(self) -> tuple[ContainerPort, ...]:
        """The declared ports with the target name, of any protocol."""
        name = str(self.service_port.target_port.value)
        found = (port for workload in self.workloads for port in workload.ports_for(name))
        return tuple(port for port in found if port.name.value == name)

    @property
    def is_unresolved(self) -> bool:
        """Whether the target is a name that no container port of its protocol has."""
        protocol = self.service_port.protocol
        if not self.service_port.is_by_name or not protocol.holds:
            return False
        return self.ports_are_known and all(port.protocol.value != protocol.value for port in self.namesakes)

    @property
    def ports_are_known(self) -> bool:
        """Whether there are workloads, and all of their declared ports are known."""
        return bool(self.workloads) and all(workload.has_known_ports for workload in self.workloads)


class ReadinessGate(NamedTuple):
    """A readiness gate of the CCM, and the Services of the project that may open it.

    `named` are the Services of its name that are applied with the workload, as load balancers of any type;
    `elsewhere` says that there may be others. `selecting` are the load balancers whose Services select the pods.
    """

    workload: Workload
    condition: Fact[str]
    cluster: Cluster
    named: tuple[LoadBalancer, ...]
    elsewhere: bool
    selecting: tuple[LoadBalancer, ...]

    @property
    def service_name(self) -> str:
        """The Service that the gate waits for."""
        return service_of(self.condition)

    @property
    def others(self) -> tuple[LoadBalancer, ...]:
        """If there is no Service of that name, the load balancers of the Services that select the pods."""
        if self.named or self.elsewhere:
            return ()
        return tuple(balancer for balancer in self.selecting if balancer.handled_by.value != NONE)

    @property
    def shut(self) -> LoadBalancer | None:
        """The load balancer of the Service of that name, if no Service of the name can open the gate; else None."""
        if not self.named or self.elsewhere or any(map(self.may_be_opened_by, self.named)):
            return None
        return self.named[0]

    @property
    def too_old(self) -> Fact[str] | None:
        """The declared CCM version, if it does not open gates yet; else None."""
        version = self.cluster.ccm_version
        return version if known_older(version, self.since) else None

    @property
    def since(self) -> str:
        """The first CCM version that opens gates."""
        return "v2.10.0"

    @property
    def on_pods(self) -> bool:
        """Whether pods are the back ends of a Service of that name."""
        return any(group.mode.is_(ENI) for balancer in self.named for group in balancer.server_groups)

    def may_be_opened_by(self, balancer: LoadBalancer) -> bool:
        """Whether the CCM may handle a Service that may select the pods."""
        labels, selector = self.workload.pod_labels, balancer.service.selector_values
        if balancer.handled_by.is_(NONE):
            return False
        return selector is None or any(map(is_unrendered, labels.values())) or selector.items() <= labels.items()


def readiness_gates_of(workload: Workload) -> list[Fact[str]]:
    """The readiness gates of a workload that the CCM opens."""
    return [fact for fact in workload.readiness_gates if fact.known and service_of(fact)]


def service_of(condition: Fact[str]) -> str:
    """The name of the Service in a condition type; empty if the condition is not the CCM's."""
    text = condition.value
    return text.removeprefix(READINESS_GATE) if text.startswith(READINESS_GATE) else ""
