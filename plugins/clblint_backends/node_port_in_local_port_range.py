"""A nodePort lies in the range from which the node's kernel takes ports for outgoing connections.

When `net.ipv4.ip_local_port_range` holds the port, the kernel may already use it for a connection of its own.
kube-proxy or the health check then collides with it: connections fail now and then, back ends turn unhealthy, nodes
turn NotReady.

The range is the kernel's default unless the configuration declares another or a manifest of the project sets one: pods
in the nodes' own network that call `sysctl`. (A Pod's own `securityContext.sysctls` counts for that Pod only.)

```yaml bad
# file: .clblint.yaml
cluster: {ip-local-port-range: 1024-65535}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - port: 80
    nodePort: 30080  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - port: 80
    nodePort: 30080  # <- here
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: tuning}
spec:
  selector: {matchLabels: {app: tuning}}
  template:
    metadata: {labels: {app: tuning}}
    spec:
      hostNetwork: true
      initContainers:
      - name: sysctl
        image: busybox
        securityContext: {privileged: true}
        command: [sh, -c, sysctl -w net.ipv4.ip_local_port_range="1024 65535"]
      containers: [{name: pause, image: pause}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports: [{port: 80, nodePort: 30080}]
```

Sources: ACK Service FAQ, NodePort range; Linux ip-sysctl, ip_local_port_range (default 32768-60999)
"""

from __future__ import annotations

from functools import partial

from clblint.api import NodePort, Problems, Reason, Severity, or_if_one_cluster, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Cluster


@rule("node-port-in-local-port-range", on=NodePort, severity=Severity.WARNING, evidence="SP")
def check(claim: NodePort) -> Problems:
    """Report a port that the kernel may take; one that the API server refuses anyway is another rule's."""
    return or_if_one_cluster(partial(_colliding, claim), claim.cluster, claim.supposed)


def _colliding(claim: NodePort, cluster: Cluster) -> Problems:
    local, nodes = cluster.ip_local_port_range, cluster.node_port_range
    if not local.holds or claim.number not in local.value or (nodes.holds and claim.number not in nodes.value):
        return
    declared = [Reason(local, "sets the range of the nodes")] if local.present else []
    yield problem(
        "{field} {port} is also a port that the nodes use for outgoing connections ({range}), and the two collide",
        claim.port.node_port,
        because=declared,
        field=claim.field,
        port=claim.number,
        range=local.value,
        seen="no event: connections fail now and then, health checks fail, nodes may turn NotReady",
        fix="take a port outside {range}, or leave the node port range out of net.ipv4.ip_local_port_range",
        subject=f"{claim.field} {claim.number}",
    )
