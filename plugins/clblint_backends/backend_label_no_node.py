"""No node has all the labels that `backend-label` asks for.

Only nodes that have every one of the labels become back ends, and none of the declared nodes does. The server groups
stay empty and the CLB answers nobody.

```yaml bad
# file: .clblint.yaml
cluster:
  node-labels: [{pool: web, zone: a}, {pool: db, zone: b}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web,zone=b"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster:
  node-labels: [{pool: web}, {pool: db}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=api"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster:
  node-labels: [{pool: web}, {pool: db}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=web"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

With pods as back ends nodes do not matter:

```yaml good
# file: .clblint.yaml
cluster:
  node-labels: [{pool: web}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: "pool=api"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go:filterOutByLabel
"""

from __future__ import annotations

from clblint.api import BackEnds, Problems, Severity, problem, rule
from clblint_backends._symptoms import told_of


@rule("backend-label-no-node", on=BackEnds, severity=Severity.ERROR, evidence="SP", when=("backend-label",))
def check(back_ends: BackEnds) -> Problems:
    """Report the label that no node has, or all where none has them together; blanks are another rule's matter."""
    label = back_ends.annotations.get("backend-label")
    items = back_ends.label_items
    if not items or not back_ends.are_nodes or any(item.error for item in items):
        return
    nodes, wanted = back_ends.cluster.node_labels, {(item.key, item.value) for item in items}
    on_no_node = len(dict(wanted)) < len(wanted)  # two values of one label: on none anywhere
    if not nodes or on_no_node or any(all(item.is_on(node) for item in items) for node in nodes):
        return
    nowhere = next((item.at for item in items if not any(map(item.is_on, nodes))), None)
    yield problem(
        "none of the {count} declared nodes has the label {label}, so there are no back ends",
        nowhere or label,
        count=len(nodes),
        label=nowhere.text if nowhere else label.value,
        seen=told_of(back_ends).empty,
        fix="ask for labels that some node has, or label nodes accordingly",
        subject="backend-label",
    )
