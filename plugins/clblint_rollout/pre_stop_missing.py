"""A workload behind a load balancer has no preStop hook.

When a pod is deleted, it gets SIGTERM at the same moment as the CCM begins to take it out of the server group. Until
the CLB has heard of it, new connections still arrive, and most programs refuse them by then. A preStop hook that waits
some seconds keeps the pod answering meanwhile.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web  # <- here
        image: web
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 60
      containers:
      - name: web
        image: web
        lifecycle: {preStop: {exec: {command: [sleep, "30"]}}}
```

Sources: ACK Service FAQ, 503 errors during application updates
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, WorkloadBehind, problem, rule
from clblint_rollout._pods import without_hook


@rule("pre-stop-missing", on=WorkloadBehind, severity=Severity.PEDANTIC, evidence="X")
def check(backing: WorkloadBehind) -> Problems:
    """Report the first container that takes the traffic, where none of those has a hook."""
    containers = without_hook(backing)
    if not containers:
        return
    yield problem(
        "container {container} takes traffic of the load balancer without a preStop hook, "
        "so connections are cut when a pod is replaced",
        containers[0].name,
        because=[Reason(backing.back_ends.service.name, "the Service that sends them")],
        container=containers[0].name.value,
        seen="refused or reset connections at every rollout; no event",
        fix="let preStop wait until the load balancer has taken the pod out (sleep 30), and "
        "terminationGracePeriodSeconds be longer than that by 30",
        subject=containers[0].name.value,
    )
