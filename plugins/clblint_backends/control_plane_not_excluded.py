"""Control plane nodes become back ends.

The CCM leaves out nodes that carry the old label `node-role.kubernetes.io/master`. It does not look at
`node-role.kubernetes.io/control-plane`, the only one of the two that newer clusters set: under policy Cluster such
nodes take traffic, and health checks, of every Service.

```yaml bad
# file: .clblint.yaml
cluster:  # <- here
  node-labels:
  - {node-role.kubernetes.io/control-plane: ""}
  - {pool: web}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster:
  node-labels:
  - {node-role.kubernetes.io/control-plane: "", node.kubernetes.io/exclude-from-external-load-balancers: ""}
  - {node-role.kubernetes.io/control-plane: "", node-role.kubernetes.io/master: ""}
  - {pool: web}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/node_utils.go:IsMasterNode, IsNodeExcludeFromLoadBalancer
"""

from __future__ import annotations

from clblint.api import EXCLUDE_LABEL, EXCLUDE_LABELS, MASTER_LABEL, Cluster, Problems, Severity, problem, rule

_CONTROL_PLANE = "node-role.kubernetes.io/control-plane"
_LEFT_OUT = frozenset({MASTER_LABEL, *EXCLUDE_LABELS})


@rule("control-plane-not-excluded", on=Cluster, severity=Severity.NOTE, evidence="P", when=("cluster.node-labels",))
def check(cluster: Cluster) -> Problems:
    """Report once, at the top of the configuration, how many nodes are meant."""
    nodes = [
        labels for labels in cluster.node_labels or () if _CONTROL_PLANE in labels and _LEFT_OUT.isdisjoint(labels)
    ]
    if not nodes:
        return
    facts = (cluster.node_port_range, cluster.ip_local_port_range, cluster.service_backend_type, cluster.backend_quota)
    yield problem(
        "{count} of the declared nodes are control plane nodes, and the CCM takes them for back ends like any other",
        min(facts, key=lambda fact: fact.present),  # an undeclared fact stands at the top of the configuration
        count=len(nodes),
        label=EXCLUDE_LABEL,
        seen="no event: under policy Cluster the CLB sends traffic to them",
        fix="label these nodes {label}",
        subject="node-labels",
    )
