"""The cluster's node port range and the nodes' local port range overlap.

Every Service that gets a node port in the overlap can collide with an outgoing connection of a node, whether the port
is written in a manifest or handed out by the API server. The ranges are those that the configuration declares, or that
manifests of the project set: an API server's static pod, kubeadm's configuration, pods in the nodes' own network.

```yaml bad
# file: .clblint.yaml
cluster:
  ip-local-port-range: 1024-65535  # <- here
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml bad
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: tuning}
spec:
  selector: {matchLabels: {app: tuning}}
  template:
    metadata: {labels: {app: tuning}}
    spec:
      hostNetwork: true
      containers:
      - name: sysctl
        image: busybox
        securityContext: {privileged: true}
        command: [sh, -c, echo "1024 65535" > /proc/sys/net/ipv4/ip_local_port_range; sleep infinity]  # <- here
```

```yaml good
# file: .clblint.yaml
cluster:
  ip-local-port-range: 32768-60999
  node-port-range: 30000-32767
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: ACK Service FAQ, NodePort range
"""

from __future__ import annotations

from clblint.api import Cluster, Problems, Reason, Severity, problem, rule


@rule("node-port-range-overlap", on=Cluster, severity=Severity.WARNING, evidence="P")
def check(cluster: Cluster) -> Problems:
    """Report the overlap at the range that is declared."""
    nodes, local = cluster.node_port_range, cluster.ip_local_port_range
    overlap = nodes.value.overlap(local.value) if nodes.holds and local.holds else None
    if overlap is None:
        return
    at, other = (local, nodes) if local.present else (nodes, local)
    yield problem(
        "the node port range {nodes} and the local port range {local} share {overlap}: any Service can be hit",
        at,
        because=[Reason(other, "the other range")] if other.present else [],
        nodes=nodes.value,
        local=local.value,
        overlap=overlap,
        seen="no event: connections fail now and then, health checks fail, nodes may turn NotReady",
        fix="move net.ipv4.ip_local_port_range above the node port range (the kernel's default is 32768-60999)",
        subject="ranges",
    )
