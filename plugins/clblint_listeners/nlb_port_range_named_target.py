"""A range of ports has a target port that is a name.

The server group of a range has no port: each back end gets traffic on the port that the client took. Health checks go
to the target port, which the CCM takes from the Service as a number only; with a name they have no port, unless
`health-check-connect-port` gives them one.

```yaml bad
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
  ports: [{port: 80, targetPort: http}]  # <- here
```

```yaml bad
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
  ports: [{port: 80, targetPort: http}]  # <- here
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
        ports: [{name: http, containerPort: 8080}]
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
  ports: [{port: 80, targetPort: 8080}]
```

Without checks, or with a port of their own, nothing is missing:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: unchecked
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: http}]
---
apiVersion: v1
kind: Service
metadata:
  name: other-port
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "9000"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: http}]
```

Sources: nlbv2/server_groups.go:BuildLocalModel, setServerGroupAttributeFromAnno; ACK page on NLB annotations
"""

from __future__ import annotations

from clblint.api import NetworkListener, Problems, Reason, Severity, problem, replace, rule


@rule(
    "nlb-port-range-named-target",
    on=NetworkListener,
    severity=Severity.WARNING,
    evidence="SX",
    fix="unsafe",
    since="0.2",
    when=("listener-port-range",),
)
def check(listener: NetworkListener) -> Problems:
    """Report the name, with the number that the pods give it."""
    target, group = listener.service_port.target, listener.server_group
    if not listener.has_range or not isinstance(target.value, str) or not target.holds or group.is_users:
        return
    if not group.checks or not group.option("health-check-connect-port").is_("0"):
        return
    declared = [port for workload in listener.balancer.workloads for _, port in workload.ports]
    numbers = list({port.number.value for port in declared if port.name.is_(target.value) and port.number.holds})
    yield problem(
        "port {port} has a range of ports and the target port {target}, a name, so its health checks have no port",
        target,
        because=[Reason(listener.range, "the range")],
        port=listener.port.value,
        target=target.value,
        seen="no event: the back ends are never healthy",
        fix="write the number of the port",
        subject=f"port {listener.port.value}",
        edits=[replace(target, numbers[0])] if len(numbers) == 1 else [],
    )
