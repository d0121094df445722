"""The API server refuses this Pod, or this workload with its pod template.

Before anything runs, the API server decodes the object: commands, arguments, labels and the values of environment
variables are text, ports and delays whole numbers. YAML reads `30`, `true` and `on` as something else, and the object
is refused as a whole: no pod of it stands behind the Service, or those of the last good version go on running. Only
fields that a load balancer depends on, and those beside them, are looked at.

```yaml bad
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: "3"  # <- here
  selector:
    matchLabels:
      canary: true  # <- here
  template:
    metadata:
      labels:
        canary: true  # <- here
    spec:
      containers:
      - name: web
        image: web
        args: [--port, 8080]  # <- here
        env:
        - {name: PORT, value: 8080}  # <- here
        ports:
        - containerPort: "8080"  # <- here
        lifecycle:
          preStop:
            exec:
              command: [sleep, 30]  # <- here
```

```yaml good
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {canary: "true"}}
  template:
    metadata: {labels: {canary: "true"}}
    spec:
      containers:
      - name: web
        image: web
        args: [--port, "8080"]
        env:
        - {name: PORT, value: "8080"}
        - {name: FROM_A_DEPLOY_STEP, value: "${PORT}"}
        ports: [{containerPort: 8080}]
        lifecycle: {preStop: {exec: {command: [sleep, "30"]}}}
```

A hook with the action `sleep` has to end within the grace period, which is 30 seconds by default.

```yaml bad
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
            sleep: {seconds: 40}  # <- here
```

```yaml good
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 70
      containers:
      - name: web
        image: web
        lifecycle:
          preStop:
            sleep: {seconds: 40}
```

Sources: k8s.io/api core/v1 and apps/v1 types, decoding run; pkg/apis/core/validation validateSleepAction
"""

from __future__ import annotations

from clblint.api import Problems, Severity, WorkloadRejection, rule
from clblint_manifest._rejected import rejected


@rule("invalid-workload", on=WorkloadRejection, severity=Severity.ERROR, since="0.2")
def check(rejection: WorkloadRejection) -> Problems:
    """Report a field that the API server refuses, but for annotations, which have a rule of their own."""
    if not rejection.about:
        yield rejected(rejection)
