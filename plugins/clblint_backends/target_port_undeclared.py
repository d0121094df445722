"""A target port is a number that none of the containers behind the Service declares.

Container ports are for information: a program may listen on a port that its container does not declare. Where it
declares another one that no port of the Service leads to, the number in the Service is most likely wrong: nothing
listens there, the health check fails, and clients see 502 or refused connections. Otherwise this is a note. Ports for
health checks and metrics do not count. A `targetPort` that is left out is the Service's own port.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80  # <- here
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
        ports: [{containerPort: 8080}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: http, port: 80, targetPort: 8080}
  - {name: https, port: 443, targetPort: 8434}  # <- here
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
        ports: [{containerPort: 8080}, {containerPort: 8443}]
```

Containers that declare nothing say nothing, and one pod with the port is enough:

```yaml good
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
metadata: {name: old}
spec:
  selector: {matchLabels: {app: web, track: old}}
  template:
    metadata: {labels: {app: web, track: old}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: new}
spec:
  selector: {matchLabels: {app: web, track: new}}
  template:
    metadata: {labels: {app: web, track: new}}
    spec: {containers: [{name: web, image: web, ports: [{containerPort: 9090}]}]}
```

Sources: ACK Service troubleshooting, CLB inaccessible from outside the cluster
"""

from __future__ import annotations

from clblint.api import Case, Problems, Reason, Severity, TargetPort, rule
from clblint_backends._no_backend_symptoms import names_of, ports_of

_GIVEN = Case("port {port} leads to {target}, which no container of {workloads} declares, only {declared}")
_LEFT_OUT = Case(
    "port {port} has no targetPort and leads to {target}, which no container of {workloads} declares, only {declared}"
)


@rule("target-port-undeclared", on=TargetPort, severity=Severity.WARNING, evidence="X")
def check(port: TargetPort) -> Problems:
    """Report the number, or the port where there is none."""
    target = port.service_port.target
    if not target.readable or not isinstance(target.value, int) or not port.ports_are_known:
        return
    if any(one.number.value == target.value for one in port.declared):
        return
    if not port.for_traffic or not all(workload.ports for workload in port.workloads):
        return
    case = _GIVEN if port.service_port.target_port.present else _LEFT_OUT
    yield case.at(
        target,
        because=[Reason(one.number, "declared instead") for one in port.left_over or port.for_traffic],
        port=port.port.value,
        target=target.value,
        workloads=names_of(port.workloads),
        declared=ports_of(port.declared),
        seen="no event: the health check fails, and clients see 502 or refused connections",
        fix="write the port on which the container listens, or declare {target} in it",
        subject=f"port {port.port.value}",
        severity=None if port.left_over else Severity.NOTE,
    )
