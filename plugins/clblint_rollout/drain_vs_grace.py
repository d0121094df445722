"""Connections drain longer than the pod behind them lives.

With `connection-drain` the CLB lets established connections to a back end go on for `connection-drain-timeout` seconds
after it was taken out. The pod is killed when its `terminationGracePeriodSeconds` are over (30 by default), whatever is
still draining: those connections are cut. This is about back ends that go when their pods go: pods themselves, and
nodes under policy Local. Under policy Cluster the nodes stay back ends while pods come and go, if the back ends are
nodes.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "300"
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
      terminationGracePeriodSeconds: 60  # <- here
      containers: [{name: web, image: web}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "300"
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
      terminationGracePeriodSeconds: 330
      containers: [{name: web, image: web}]
```

```yaml good
# file: .clblint.yaml
cluster: {service-backend-type: ecs}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "300"
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
    spec: {containers: [{name: web, image: web}]}
```

So it is behind an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: ON
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "300"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
      terminationGracePeriodSeconds: 60  # <- here
      containers: [{name: web, image: web}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: ON
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "300"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
      terminationGracePeriodSeconds: 330
      containers: [{name: web, image: web}]
```

Sources: ACK Service FAQ, 503 errors during application updates; Kubernetes pod lifecycle (termination of pods)
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, WorkloadBehind, problem, rule
from clblint_rollout._pods import drain_seconds, stays_without_pods


@rule("drain-vs-grace", on=WorkloadBehind, severity=Severity.NOTE, evidence="X")
def check(backing: WorkloadBehind) -> Problems:
    """Report the grace period, or the workload where it is the default."""
    balancer, grace = backing.balancer, backing.workload.grace_period
    drain = drain_seconds(balancer)
    if drain is None or not grace.below(int(drain.value)) or not backing.workload.serves:
        return
    if stays_without_pods(balancer):
        return
    yield problem(
        "connections to the pods may drain for {drain} s, and the pods are killed after {grace} s",
        grace if grace.present else backing.workload.name,
        because=[Reason(drain, "drains for {drain} s")],
        drain=drain.value,
        grace=grace.value,
        seen="connections that are still open are cut when a pod is replaced; no event",
        fix="terminationGracePeriodSeconds: {drain} or more, or a shorter connection-drain-timeout",
        subject="terminationGracePeriodSeconds",
    )
