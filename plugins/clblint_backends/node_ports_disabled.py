"""The back ends are nodes, but the Service gets no node ports.

With `allocateLoadBalancerNodePorts: false` the API server hands out none, and the CCM sends port 0. For a CLB the API
refuses that; an NLB may take it, and nothing answers behind it. Only pods as back ends need no node port.

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

from clblint.api import BackEnds, Problems, Reason, Severity, ports_named, remove, rule
from clblint_backends._symptoms import told_of

_WHEN = ("spec.allocateLoadBalancerNodePorts",)


@rule("node-ports-disabled", on=BackEnds, severity=Severity.ERROR, evidence="SP", fix="safe", when=_WHEN)
def check(back_ends: BackEnds) -> Problems:
    """Report the field."""
    allocates = back_ends.allocates_node_ports
    if not allocates.is_empty:
        return
    without = [port for port in back_ends.ports if port.node_port.is_empty]
    if not back_ends.are_nodes or not without:
        return
    yield told_of(back_ends).port_zero.at(
        allocates,
        because=[Reason(port.port, "gets no node port") for port in without],
        ports=ports_named(without),
        key=back_ends.annotations.key_of("backend-type"),
        fix='remove allocateLoadBalancerNodePorts, or with Terway have pods as back ends: {key}: "eni"',
        subject="allocateLoadBalancerNodePorts",
        edits=[remove(allocates)],
        safe=True,
    )
