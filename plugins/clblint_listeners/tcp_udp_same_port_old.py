"""TCP and UDP share a port number, and the declared cluster is too old for that.

Kubernetes accepts a LoadBalancer Service with TCP and UDP ports from 1.24 on, and the CCM keeps the two listeners
apart from v2.6.0 on. Before, the API server refuses the Service, or the two listeners get in each other's way.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.4.3}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}  # <- here
```

```yaml bad
# file: .clblint.yaml
cluster: {kubernetes-version: 1.22.15-aliyun.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  ports:
  - {name: dns-tcp, port: 53, protocol: TCP}
  - {name: dns, port: 53, protocol: UDP}  # <- here
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.6.0, kubernetes-version: "1.24"}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
```

Where no version is declared, nothing is said:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
```

Sources: CCM release notes, v2.6.0 (TCP and UDP on one port, Kubernetes 1.24 or later)
"""

from __future__ import annotations

from clblint.api import (
    ClassicLoadBalancer,
    Problem,
    Problems,
    Reason,
    Severity,
    known_older,
    mixed_protocols,
    problem,
    rule,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.api import Rejection, ServicePort

_CCM = "2.6.0"


@rule("tcp-udp-same-port-old", on=ClassicLoadBalancer, severity=Severity.ERROR, evidence="SP")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the second port of a number; where `protocol-port` makes both one protocol, another rule speaks."""
    rejections = list(mixed_protocols(balancer.service, balancer.cluster))
    for rejection in rejections:
        yield _rejected(rejection, balancer)
    pairs = [] if rejections else list(_pairs(balancer))
    if not pairs or not balancer.manages_listeners:
        return
    declared = balancer.cluster.ccm_version
    if declared is None or not known_older(declared, _CCM):
        return
    for first, second in pairs:
        yield problem(
            "port {port} is both TCP and UDP, and a CCM before v2.6.0 cannot keep the two listeners apart",
            second.port,
            because=[Reason(first.port, "port {port} for the first time"), Reason(declared, "the version declared")],
            port=second.port.value,
            seen="SyncLoadBalancerFailed: the second listener of port {port} is refused",
            fix="upgrade, or put TCP and UDP into two Services",
            subject=f"port {second.port.value}",
        )


def _rejected(rejection: Rejection, balancer: ClassicLoadBalancer) -> Problem:
    declared = balancer.cluster.kubernetes_version
    return problem(
        rejection.message,
        rejection.at,
        because=[
            *(Reason(at, text) for at, text in rejection.because),
            *([Reason(declared, "the version declared")] if declared is not None else []),
        ],
        **rejection.values,
        error=rejection.text,
        seen="the API server refuses it: {error}",
        fix=rejection.fix,
        subject=rejection.subject,
    )


def _pairs(balancer: ClassicLoadBalancer) -> Iterator[tuple[ServicePort, ServicePort]]:
    """The ports of one number, in order, where one is TCP and the other UDP."""
    listeners = balancer.listeners if len(balancer.service.ports) > 1 else ()  # it takes two
    known = [listener for listener in listeners if listener.port.holds and listener.protocol.holds]
    by_number = {(listener.protocol.value, listener.port.value): listener.service_port for listener in known}
    for (protocol, number), port in by_number.items():
        other = by_number.get(("tcp", number))
        if protocol == "udp" and other is not None:
            yield (port, other) if port.position < other.position else (other, port)
