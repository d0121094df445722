"""Which listeners check their back ends, and how."""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicListener, Fact, LoadBalancer, ServerGroup, ServicePort

_KUBE_PROXY = 10256  # answers for every node
# What only an HTTP check reads.
HTTP_PARTS = ("health-check-uri", "health-check-domain", "health-check-httpcode")
# Details of a check; all of them but those of tcp and udp alone, whose check is on unless it is switched off.
CHECK_PARTS = (
    *HTTP_PARTS,
    "health-check-method",
    "health-check-timeout",
    "health-check-interval",
    "health-check-connect-port",
    "healthy-threshold",
    "unhealthy-threshold",
)


def switch(listener: ClassicListener) -> str:
    """The annotation that turns the check of a listener on or off."""
    return "health-check-switch" if listener.protocol.value in {"tcp", "udp"} else "health-check-flag"


def checked(listener: ClassicListener) -> bool | None:
    """Whether the CLB checks the back ends of a listener: by default yes for tcp and udp, no for http and https.

    None where the value cannot be known or is none.
    """
    fact = listener.option(switch(listener))
    return fact.is_not("off") if fact.one_of("on", "off", "") else None


def by_http(listener: ClassicListener) -> bool | None:
    """Whether the check is an HTTP request; None where it cannot be known."""
    if listener.protocol.value != "tcp":
        return listener.protocol.value in {"http", "https"}
    fact = kind(listener)
    return True if fact.is_("http") else False if fact.is_not("http") else None


def kind(listener: ClassicListener) -> Fact[str]:
    """The annotation that says how a tcp listener checks."""
    return listener.balancer.annotations.get("health-check-type")


def checked_groups(balancer: LoadBalancer) -> list[ServerGroup]:
    """The groups whose back ends are checked as annotations say; of an NLB those that health-check-flag is on for."""
    if isinstance(balancer, ClassicLoadBalancer):
        return [listener.server_group for listener in balancer.kept_listeners if checked(listener)]
    flag = balancer.annotations.get("health-check-flag")
    groups = balancer.server_groups if flag.known and flag.value.lower() == "on" else ()
    return [group for group in groups if group.vgroup_id.is_empty]


def pods_may_answer(balancer: LoadBalancer, port: int) -> bool:
    """Whether a pod may listen on a port of its own: a target port, or any other that it declares."""
    targets = any(_is_target(entry, port) for entry in balancer.service.ports)
    declared = any(known.number.may_be(port) for workload in balancer.workloads for _, known in workload.ports)
    return targets or declared or balancer.back_ends.may_be_more


def nodes_may_answer(balancer: LoadBalancer, mode: str, port: int) -> bool:
    """Whether something may listen on a port of the nodes: a node port, or a pod that takes the port of its node."""
    service, nodes = balancer.service, balancer.cluster.node_port_range.value
    numbers = [entry.node_port for entry in service.ports]
    if mode == "local":
        numbers.append(service.health_check_node_port)
    picked = port in nodes and any(fact.is_empty for fact in numbers)
    if picked or port == _KUBE_PROXY or any(fact.may_be(port) for fact in numbers):
        return True
    return balancer.back_ends.may_be_more or any(workload.may_occupy(port) for workload in balancer.workloads)


def _is_target(entry: ServicePort, port: int) -> bool:
    """Whether the port of the pods is this one, or a name that may stand for it."""
    return entry.target.may_be(port) or isinstance(entry.target.value, str)
