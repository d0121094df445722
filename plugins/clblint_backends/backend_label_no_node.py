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

from clblint.api import BackEnds, Problems, Severity, parse_labels, problem, rule
from clblint_backends._back_ends import PODS, mode_of
from clblint_backends._fronts import told_of


@rule("backend-label-no-node", on=BackEnds, severity=Severity.ERROR, evidence="SP", when=("backend-label",))
def check(back_ends: BackEnds) -> Problems:
    """Report the label that no node has, or all where none has them together; blanks are another rule's matter."""
    label = back_ends.annotations.get("backend-label")
    if not label.readable:
        return
    items, mode = parse_labels(label), mode_of(back_ends)
    if mode is None or mode.value == PODS or any(item.error for item in items):
        return
    nodes = back_ends.cluster.node_labels
    if not nodes:
        return
    wanted = [(item, item.parts[0].strip(), item.parts[1].strip()) for item in items]
    if any(all(node.get(key) == value for _, key, value in wanted) for node in nodes):
        return
    if len({key for _, key, _ in wanted}) < len({(key, value) for _, key, value in wanted}):  # fits no node anywhere
        return
    nowhere = [item for item, key, value in wanted if all(node.get(key) != value for node in nodes)]
    yield problem(
        "none of the {count} declared nodes has the label {label}, so there are no back ends",
        nowhere[0].at if nowhere else label,
        count=len(nodes),
        label=nowhere[0].at.text if nowhere else label.value,
        seen=told_of(back_ends).empty,
        fix="ask for labels that some node has, or label nodes accordingly",
        subject="backend-label",
    )
