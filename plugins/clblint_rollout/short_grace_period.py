"""The grace period ends before the preStop hook and the shutdown after it can finish.

`terminationGracePeriodSeconds` (30 by default) counts from the deletion of the pod and includes the preStop hook. What
is left after the hook is all the time the program has to finish its requests; then it is killed. Alibaba Cloud's advice
is the duration of the hook plus 30 seconds. Where the pod is killed before the hook ends, this is a warning; where less
than 30 seconds are left, a note.

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
      terminationGracePeriodSeconds: 45  # <- here
      containers:
      - name: web
        image: web
        lifecycle: {preStop: {sleep: {seconds: 30}}}
```

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
      - name: web
        image: web
        lifecycle:
          preStop:
            exec:
              command: ["/bin/sh", "-c", "sleep 30 && nginx -s quit"]  # <- here (warning)
```

A shell script is read line by line; a command that may fail keeps no other from running:

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
      terminationGracePeriodSeconds: 45  # <- here
      containers:
      - name: web
        image: web
        lifecycle:
          preStop:
            exec:
              command:
              - sh
              - -c
              - |
                curl -s localhost/drain || true
                sleep 20
                nginx -s quit
                sleep 10
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
        lifecycle: {preStop: {exec: {command: ["sleep", "30"]}}}
```

How often a loop runs, and which way a branch goes, nobody knows:

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
      terminationGracePeriodSeconds: 30
      containers:
      - name: web
        image: web
        lifecycle:
          preStop:
            exec:
              command:
              - sh
              - -c
              - |
                while pgrep worker; do
                  sleep 10
                done
```

Sources: ACK Service FAQ, 503 errors during application updates; Kubernetes pod lifecycle (termination of pods)
"""

from __future__ import annotations

import math

from clblint.api import Problems, Reason, Severity, WorkloadBehind, problem, replace, rule
from clblint_rollout._pods import SHUTDOWN, longest_wait


@rule("short-grace-period", on=WorkloadBehind, severity=Severity.NOTE, evidence="X", fix="unsafe")
def check(backing: WorkloadBehind) -> Problems:
    """Report the grace period, or the hook where the grace period is the default."""
    grace, longest = backing.workload.grace_period, longest_wait(backing.workload)
    if longest is None:
        return
    wanted = longest.value + SHUTDOWN
    killed = grace.value <= longest.value
    at, because = (grace, [Reason(longest, "the hook waits {wait} s")]) if grace.present else (longest, [])
    yield problem(
        "preStop waits {wait} s and the grace period is {grace} s: the pod is killed before the hook ends"
        if killed
        else "preStop waits {wait} s of the {grace} s grace period, which leaves less than {shutdown} s to finish "
        "requests",
        at,
        because=because,
        wait=f"{longest.value:g}",
        grace=grace.value,
        shutdown=SHUTDOWN,
        wanted=f"{wanted:g}",
        seen="requests that are being answered are cut when a pod is replaced; no event",
        fix="set terminationGracePeriodSeconds: {wanted} (the default is 30)",
        subject="terminationGracePeriodSeconds",
        edits=[replace(grace, math.ceil(wanted))] if grace.present else [],
        severity=Severity.WARNING if killed else None,
    )
