"""The Services of one load balancer need more back ends than it takes.

A CLB takes 200 back ends by default, and the server groups of all Services on it add up. Under policy Cluster every
worker node is a back end of each port; with pods as back ends every pod is, and there are as many as `replicas` or the
least number of an autoscaler says. The CCM adds what fits and fails at the rest, at every retry. How many nodes there
are is declared in the configuration; where it is not, this is counted as waiting for `nodes` only if 100 of them, which
is what ACK allows a cluster at first, would be too many.

```yaml bad
# file: .clblint.yaml
cluster: {nodes: 80}
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
  - {name: admin, port: 8443}  # <- here
```

```yaml bad
# file: .clblint.yaml
cluster: {nodes: 80}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{name: api, port: 8080}, {name: admin, port: 8081}]
---
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports:
  - port: 80  # <- here
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - {name: http, port: 80, targetPort: 8080}
  - {name: grpc, port: 81, targetPort: 9090}
  - {name: https, port: 443, targetPort: 8443}  # <- here
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 90
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports:
  - port: 443  # <- here
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 210
  maxReplicas: 300
```

```yaml good
# file: .clblint.yaml
cluster: {nodes: 80}
# file: web.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
  - {name: admin, port: 8443}
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: pool=edge
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443}
  - {name: admin, port: 8443}
```

Sources: ACK Service troubleshooting, "backend server number has reached to the quota limit of this load balancer"; ACK
API, DescribeUserQuota: node_quota, 100 by default
"""

from __future__ import annotations

from clblint.api import (
    Problems,
    Reason,
    Severity,
    Sharing,
    back_ends_of_each_port,
    groups_of,
    if_one_cluster,
    problem,
    rule,
)
from clblint_backends._back_ends import PODS, mode_of

_USUAL_NODES = 100


@rule("backend-quota", on=Sharing, severity=Severity.WARNING, evidence="XP")
def check(sharing: Sharing) -> Problems:
    """Report the port at which the quota is passed, of the Service at which it is."""
    found = list(_passed(sharing))
    if not found and sharing.supposed is not None:
        found = [if_one_cluster(one) for one in _passed(sharing.supposed)]
    yield from found


def _passed(sharing: Sharing) -> Problems:
    balancer, quota = sharing.balancer, sharing.balancer.cluster.backend_quota
    groups, count = groups_of(balancer), sum(len(groups_of(one)) for one in (*sharing.before, balancer))
    may_be_too_many = count * _USUAL_NODES > quota.value
    cluster = balancer.cluster if may_be_too_many else balancer.cluster.declared  # only the first notes what it lacks
    each = back_ends_of_each_port(balancer, cluster)
    taken = sum(back_ends_of_each_port(other, cluster) * len(groups_of(other)) for other in sharing.before)
    total = taken + each * len(groups)
    if total <= quota.value or taken > quota.value:
        return
    mode = mode_of(balancer.back_ends)
    yield problem(
        "the Service needs {needs} back ends ({each} for each server group), which with the {taken} of other Services "
        "makes {total}, and a CLB takes {quota}"
        if taken
        else "the Service needs {total} back ends ({each} for each server group), and a CLB takes {quota}",
        groups[(quota.value - taken) // each].port,
        rivals=[Reason(other.reuses, "shares the CLB") for other in sharing.before],
        needs=total - taken,
        each=each,
        taken=taken,
        total=total,
        quota=quota.value,
        seen='SyncLoadBalancerFailed: "The backend server number has reached to the quota limit of this load balancer"',
        fix="spread the Services over several CLBs, or have the quota raised"
        if mode is not None and mode.value == PODS
        else "use externalTrafficPolicy: Local, name some nodes with backend-label, or have the quota raised",
        subject="ports",
    )
