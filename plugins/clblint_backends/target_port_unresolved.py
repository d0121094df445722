"""A target port is a name that no container behind the Service declares.

A named `targetPort` is looked up in each pod: a container port of that name and protocol. Where no pod has one, the
Service has no endpoints. With pods as back ends, or under policy Local, the server group stays empty; under policy
Cluster all nodes are back ends, and each refuses the connection.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 80
    targetPort: http  # <- here
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
        ports: [{name: web, containerPort: 8080}]
```

The protocol has to agree, too:

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: dns}
spec:
  type: LoadBalancer
  selector: {app: dns}
  ports:
  - {name: dns, port: 53, protocol: UDP, targetPort: dns}  # <- here
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: dns}
spec:
  selector: {matchLabels: {app: dns}}
  template:
    metadata: {labels: {app: dns}}
    spec:
      containers:
      - name: dns
        image: dns
        ports: [{name: dns, containerPort: 1053}]
```

It is enough that some pods have the port, and nothing is known of pods that are only patched here:

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
metadata: {name: blue}
spec:
  selector: {matchLabels: {app: web, track: blue}}
  template:
    metadata: {labels: {app: web, track: blue}}
    spec: {containers: [{name: web, image: web, ports: [{name: http, containerPort: 8080}]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: green}
spec:
  selector: {matchLabels: {app: web, track: green}}
  template:
    metadata: {labels: {app: web, track: green}}
    spec: {containers: [{name: web, image: web}]}
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
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, resources: {limits: {cpu: "1"}}}]}
```

Sources: Kubernetes pkg/api/v1/pod:FindPort; clbv1/vgroups.go:setBackendsFromEndpointSlices
"""

from __future__ import annotations

from clblint.api import Case, Problems, Reason, Severity, TargetPort, rule
from clblint_backends._no_backend_symptoms import names_of, ports_of, without_pods

_OTHER_PROTOCOL = Case(
    "container port {name} is declared for {other}, and port {port} asks for {protocol}: no pod is behind it",
    fix="give the container port protocol {protocol}",
)
_OTHERS = Case("no container of {workloads} declares a port {name}, only {declared}: no pod is behind port {port}")
_NONE = Case("no container of {workloads} declares a port {name}, or any other: no pod is behind port {port}")


@rule("target-port-unresolved", on=TargetPort, severity=Severity.ERROR, evidence="X")
def check(port: TargetPort) -> Problems:
    """Report the name, and point at what the containers declare instead."""
    if not port.is_unresolved:
        return
    same = port.namesakes[:1]
    yield (_OTHER_PROTOCOL if same else _OTHERS if port.declared else _NONE).at(
        port.service_port.target_port,
        because=_because(port),
        name=port.service_port.target_port.value,
        port=port.port.value,
        protocol=port.service_port.protocol.value,
        other=same[0].protocol.value if same else "",
        workloads=names_of(port.workloads),
        declared=ports_of(port.declared),
        seen=without_pods(port.back_ends),
        fix="write the name or the number of a container port, or give the container port the name {name}",
        subject=f"port {port.port.value}",
    )


def _because(port: TargetPort) -> list[Reason]:
    for same in port.namesakes:
        return [Reason(same.protocol if same.protocol.present else same.name, "declared for {other}")]
    others = [Reason(one.name if one.name.present else one.number, "declared instead") for one in port.declared]
    return others or [Reason(workload.name, "declares no port") for workload in port.workloads]
