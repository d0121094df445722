"""No pod declares a port in the range that is to reach it.

With `listener-port-range` the NLB sends each port to the same port of the pod. The target port is for health checks.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: game}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: game}
spec:
  selector: {matchLabels: {app: game}}
  template:
    metadata: {labels: {app: game}}
    spec:
      containers:
      - name: game
        image: game
        ports: [{containerPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: game}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: game}
spec:
  selector: {matchLabels: {app: game}}
  template:
    metadata: {labels: {app: game}}
    spec:
      containers:
      - name: game
        image: game
        ports: [{containerPort: 80}, {containerPort: 1500}]
```

Sources: nlbv2/server_groups.go:getBackendPort
"""

from __future__ import annotations

from clblint.api import NetworkListener, Problems, Reason, Severity, problem, rule


@rule(
    "nlb-port-range-targets",
    on=NetworkListener,
    severity=Severity.NOTE,
    evidence="X",
    since="0.2",
    when=("listener-port-range",),
)
def check(listener: NetworkListener) -> Problems:
    """Report the range, if pods declare ports and none in it."""
    if not listener.has_range:
        return
    back_ends, ends = listener.balancer.back_ends, listener.range.value
    numbers = [port.number for workload in back_ends.workloads for _, port in workload.ports]
    if not numbers or back_ends.may_be_more:
        return
    if any(not number.known or ends.start <= number.value <= ends.end for number in numbers):
        return
    yield problem(
        "ports {range} are sent to the same ports of the pods, and these declare none of them",
        listener.range,
        because=[Reason(numbers[0], "a port that they declare")],
        range=listener.shown_ports,
        seen="no event: connections to the range are refused",
        fix="see that the pods listen there; the target port is for health checks only",
        subject=f"port {listener.port.value}",
    )
