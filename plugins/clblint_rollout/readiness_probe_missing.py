"""A workload behind a load balancer has no readiness probe.

Without one a pod counts as ready as soon as its container runs. The CCM adds it to the server group, and the CLB sends
it requests before the application listens: clients see 503 or refused connections at every update and restart.

This is advice, which `--pedantic` shows, and a warning where the same workload is also killed too early
(short-grace-period); then it says along with it that a preStop hook or `connection-drain` is missing, too.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
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
        ports: [{containerPort: 8080}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, targetPort: http}]
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
      - name: log-shipper
        image: shipper
      - name: web
        image: web
        ports: [{name: http, containerPort: 8080}]
        readinessProbe: {httpGet: {path: /ready, port: http}}
```

Where the Service publishes the addresses of pods that are not ready, a probe changes nothing for the load balancer:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  publishNotReadyAddresses: true
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
    spec: {containers: [{name: web, image: web}]}
```

Sources: ACK Service FAQ, 503 errors during application updates; clbv1/vgroups.go takes ready endpoints only
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, WorkloadBehind, problem, rule
from clblint_rollout._pods import cutting, longest_wait, without_hook, without_probe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("readiness-probe-missing", on=WorkloadBehind, severity=Severity.PEDANTIC, evidence="X")
def check(backing: WorkloadBehind) -> Problems:
    """Report the first container that takes the traffic, where none of those has a probe."""
    containers = without_probe(backing)
    if not containers:
        return
    alone = longest_wait(backing.workload) is None
    yield problem(
        "container {container} takes traffic of the load balancer without a readiness probe, "
        "so requests arrive before it listens",
        containers[0].name,
        because=[
            Reason(backing.back_ends.service.name, "the Service that sends them"),
            *(() if alone else _more(backing)),
        ],
        container=containers[0].name.value,
        seen="503 or refused connections whenever a pod starts; no event",
        fix="add a readinessProbe that passes only when the application can answer",
        subject=containers[0].name.value,
        severity=None if alone else Severity.WARNING,
    )


def _more(backing: WorkloadBehind) -> Iterator[Reason]:
    """What else cuts connections when its pods are replaced: the same decision, and elsewhere advice that is hidden."""
    if hookless := without_hook(backing):
        yield Reason(
            hookless[0].name, "no preStop hook either, so connections are cut when a pod is replaced: sleep 30, for one"
        )
    if backing.workload.rolls and cutting(backing.balancer) is not None:
        yield Reason(backing.back_ends.service.name, "no connection-drain either, which cuts established connections")
