"""The health check asks a port on which no back end listens.

`health-check-connect-port` is a port of the back ends: of the nodes, where node ports listen, or of the pods in ENI
mode, where target ports listen. On any other port nothing answers, all back ends count as down, and a TCP listener
then has nobody to send connections to. The port of a container is none of its node, unless it is a `hostPort` or the
pod is in the host network.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080}]
```

```yaml bad
# file: .clblint.yaml
cluster: {service-backend-type: ecs}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "8080"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080, nodePort: 30080}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "8080"
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: v1
kind: Service
metadata:
  name: nodes
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "30080"
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080, nodePort: 30080}]
```

A port that the pods declare may be a port for checks, and `healthCheckNodePort` is one under policy Local:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "9090"
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
      - {name: web, image: web, ports: [{containerPort: 8080}, {containerPort: 9090}]}
---
apiVersion: v1
kind: Service
metadata:
  name: local
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "30999"
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  healthCheckNodePort: 30999
  ports: [{port: 80, nodePort: 30080}]
```

Of nodes, the port of a pod answers only where the pod takes it on its node:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: ecs
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "8080"  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080, nodePort: 30080}]
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
      - {name: web, image: web, ports: [{containerPort: 8080, hostPort: 9000}]}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: ecs
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "9000"
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080, nodePort: 30080}]
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
      - {name: web, image: web, ports: [{containerPort: 8080, hostPort: 9000}]}
```

So it is on an NLB, where `health-check-flag` is on:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "8080"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 9090}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "9090"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 9090}]
---
apiVersion: v1
kind: Service
metadata:
  name: unread
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "8080"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 9090}]
```

Sources: clbv1/vgroups.go:buildClusterBackends, buildENIBackends
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_listeners._health import checked_groups, nodes_may_answer, pods_may_answer
from clblint_listeners._options import given, number

_SUFFIX = "health-check-connect-port"


@rule(
    "health-check-port-wrong",
    on=LoadBalancer,
    severity=Severity.WARNING,
    evidence="SP",
    when=("health-check-connect-port",),
)
def check(balancer: LoadBalancer) -> Problems:
    """Report a port on which no back end listens: a note where they may be pods after all."""
    fact = given(balancer, _SUFFIX)
    port = number(fact, _SUFFIX)
    if fact is None or port is None:
        return
    group = next(iter(checked_groups(balancer)), None)
    if group is None or not group.mode.holds:
        return
    of_pods = pods_may_answer(balancer, port)
    if of_pods if group.on_pods else nodes_may_answer(balancer, group.mode.value, port):
        return
    at = group.service_port.target if group.on_pods else group.service_port.node_port
    declared = balancer.annotations.get("backend-type").present or balancer.cluster.service_backend_type.present
    perhaps = not declared and of_pods
    yield problem(
        "the health check asks port {check}, but the back ends are pods, and no target port of the Service is {check}"
        if group.on_pods
        else "the health check asks port {check} of the nodes, and no node port of the Service is {check}",
        fact,
        because=[Reason(at, "port {port} reaches its back ends here")],
        check=port,
        port=group.port.value,
        seen="no event: all back ends count as down",
        fix="take the annotation away, or say in the configuration that back ends are pods: service-backend-type: eni"
        if perhaps
        else "take the annotation away: without it the port of the back end is checked",
        subject=_SUFFIX,
        severity=Severity.NOTE if perhaps else Severity.WARNING,
    )
