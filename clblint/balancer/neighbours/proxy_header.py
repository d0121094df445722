"""`ProxyMismatch`: listeners in front of an ingress controller that send a PROXY header it does not expect, or none."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.workloads.ingress_nginx import expects_proxy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clblint.balancer.listeners import Listener
    from clblint.balancer.model import LoadBalancer
    from clblint.kube.fact import Fact
    from clblint.kube.objects import KubeObject
    from clblint.kube.workloads.pods import Workload

_FOR_REQUESTS = ("http", "https", 80, 443)  # ports of the controller; on others it may serve TCP or metrics


class ProxyMismatch(NamedTuple):
    """What the controller expects, the switch of the Service, and the listeners that do otherwise."""

    expected: Fact[bool]
    switch: Fact[str]
    listeners: tuple[Listener, ...]


def proxy_mismatch_of(
    balancer: LoadBalancer, workload: Workload, find_beside: Callable[[], Iterable[KubeObject]]
) -> ProxyMismatch | None:
    """The mismatch between a load balancer and the ingress controller behind it; None if there is none, or unknown.

    `find_beside` gives the objects among which the controller's ConfigMap is looked for.
    """
    if balancer.is_unmade or not balancer.manages_listeners:
        return None
    expected = expects_proxy(workload, find_beside())
    if expected is None:
        return None
    for_requests = [one for one in balancer.listeners if one.service_port.target.one_of(*_FOR_REQUESTS)]
    wrong = tuple(one for one in for_requests if sends_proxy(one) is (not expected.value))
    return ProxyMismatch(expected, balancer.annotations.get("proxy-protocol"), wrong) if wrong else None


def sends_proxy(listener: Listener) -> bool | None:
    """Whether a listener sends a PROXY header to back ends; None if not known. Those of CLBs for HTTP never do."""
    switch = listener.balancer.annotations.get("proxy-protocol")
    if listener.protocol.one_of("http", "https"):
        return False
    if not switch.known or not listener.protocol.one_of("tcp", "TCP", "TCPSSL"):
        return None
    on = switch.value if listener.balancer.kind == "CLB" else switch.value.lower()
    return on == "on" if on in {"on", "off", ""} else None
