"""A named target port is not found among endpoints that were written by hand.

For a named `targetPort` the CCM looks for an endpoint port with the name of the Service port, not with the name that
`targetPort` gives. The endpoints controller copies the name of the Service port; where endpoints are written by hand
and call it something else, the CCM passes over all of their addresses, with a line in its log and no event.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: legacy
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports:
  - name: http
    port: 80
    targetPort: web  # <- here
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: legacy-1
  labels: {kubernetes.io/service-name: legacy}
addressType: IPv4
ports: [{name: web, port: 8080}]
endpoints: [{addresses: [10.0.0.7], conditions: {ready: true}}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: legacy
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{name: http, port: 80, targetPort: web}]
---
apiVersion: v1
kind: Endpoints
metadata: {name: legacy}
subsets:
- addresses: [{ip: 10.0.0.7}]
  ports: [{name: http, port: 8080}]
```

A number needs no name:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: legacy
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{name: http, port: 80, targetPort: 8080}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: legacy-1
  labels: {kubernetes.io/service-name: legacy}
addressType: IPv4
ports: [{name: web, port: 8080}]
endpoints: [{addresses: [10.0.0.7], conditions: {ready: true}}]
```

Sources: clbv1/vgroups.go:setBackendsFromEndpointSlices; run against the real controller
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, TargetPort, listed, problem, rule
from clblint_backends._no_backend_symptoms import without_pods

_ALL_NODES = "cluster"  # are back ends whatever the endpoints say


@rule("target-port-name-mismatch", on=TargetPort, severity=Severity.WARNING, evidence="X")
def check(port: TargetPort) -> Problems:
    """Report the name of the target port."""
    target, name, mode = port.service_port.target_port, port.service_port.name, port.back_ends.mode
    if not target.readable or not isinstance(target.value, str) or not (name.holds or name.is_empty):
        return
    names = [one.name for endpoints in port.endpoints for one in endpoints.ports]
    if not names or any(one.may_be(name.value) for one in names):
        return
    if mode.may_be(_ALL_NODES):
        return
    yield problem(
        "targetPort {target} is a name, and no endpoint port has the name {name} of Service port {port}, only {names}"
        if name.value
        else "targetPort {target} is a name, Service port {port} has none, and the endpoint ports are called {names}",
        target,
        because=[Reason(one, "the endpoint port, written by hand") for one in names],
        target=target.value,
        name=name.value,
        port=port.port.value,
        names=listed(one.value or '""' for one in names),
        seen=without_pods(port.back_ends),
        fix="give the endpoint port the name of the Service port, or write targetPort as a number",
        subject=f"port {port.port.value}",
    )
