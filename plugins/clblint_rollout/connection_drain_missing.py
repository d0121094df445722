"""Connections through a TCP or UDP listener are cut when a pod behind it is replaced.

Without `connection-drain` the CLB drops the established connections of a back end the moment it is removed from the
server group. With it they may go on for `connection-drain-timeout` seconds. Only TCP and UDP listeners can drain. This
is about back ends that go when their pods go: pods themselves, and nodes under policy Local.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
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

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
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

Nothing is said where no workload is in sight, or where it is switched off on purpose:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Under policy Cluster the nodes stay back ends while pods come and go, if the back ends are nodes:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: ecs
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

On an NLB it is server groups that drain, whatever their protocol, and also behind listeners that the CCM leaves
alone:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
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
      containers: [{name: web, image: web}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: ON
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
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
      containers: [{name: web, image: web}]
```

Sources: pkg/provider/alibaba/slb/listener.go (drain is sent for tcp and udp); ACK Service FAQ, 503 errors during
application updates
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_rollout._pods import cutting


@rule("connection-drain-missing", on=LoadBalancer, severity=Severity.PEDANTIC, evidence="SX")
def check(balancer: LoadBalancer) -> Problems:
    """Report the Service whose annotations leave draining out."""
    rolling = [workload for workload in balancer.workloads if workload.rolls]
    port, drain = cutting(balancer) if rolling else None, balancer.annotations.get("connection-drain")
    if port is None:
        return
    yield problem(
        "listener {port} cuts established connections when a pod of {workload} is replaced: "
        "connection-drain is not set",
        drain if drain.present else balancer.service.name,
        because=[Reason(rolling[0].name, "the workload that is replaced pod by pod")],
        port=port.value,
        workload=f"{rolling[0].kind}/{rolling[0].name.value}",
        seen="reset connections at every rollout; no event",
        fix='set service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on" and '
        '…-connection-drain-timeout: "30"',
        subject="connection-drain",
    )
