"""The back ends are nodes, but the Service gets no node ports.

With `allocateLoadBalancerNodePorts: false` the API server hands out none, and the CCM sends port 0, which the API
refuses. Only pods as back ends need no node port.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  allocateLoadBalancerNodePorts: false  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  allocateLoadBalancerNodePorts: false
  ports: [{port: 80}]
```

A node port that is written is kept:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  allocateLoadBalancerNodePorts: false
  ports: [{port: 80, nodePort: 30080}]
```

```yaml good
# file: .clblint.yaml
cluster: {service-backend-type: eni}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  allocateLoadBalancerNodePorts: false
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:buildClusterBackends, buildLocalBackends; run against the real controller
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, listed, problem, remove, rule
from clblint_backends._back_ends import PODS, mode_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("node-ports-disabled", on=LoadBalancer, severity=Severity.ERROR, evidence="SP", page=__doc__, fix="safe")
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the field."""
    allocates = balancer.allocates_node_ports
    if allocates.value or not allocates.given:
        return
    mode = mode_of(balancer)
    without = [port for port in balancer.service.ports if port.node_port.known and not port.node_port.value]
    if mode is None or mode.value == PODS or not without:
        return
    yield problem(
        "the back ends are nodes, and no node port is handed out for port {ports}, so the CCM sends 0 and is refused",
        allocates,
        because=[Reason(port.port, "gets no node port") for port in without],
        ports=listed(str(port.port.value) for port in without),
        key=balancer.annotations.key_of("backend-type"),
        seen='SyncLoadBalancerFailed: "The specified Port must be between 1 and 65535."',
        fix='remove allocateLoadBalancerNodePorts, or with Terway have pods as back ends: {key}: "eni"',
        subject="allocateLoadBalancerNodePorts",
        edits=[remove(allocates)],
        safe=True,
    )
