"""The Services of one load balancer need more back ends than it takes.

A CLB takes 200 back ends by default, and the server groups of all Services on it add up. Under policy Cluster every
worker node is a back end of each port; with pods as back ends every pod is, and there are as many as `replicas` or the
least number of an autoscaler says, whichever is greater. The CCM adds what fits and fails at the rest, at every retry.
How many nodes there are is declared in the configuration; where it is not, this is counted as waiting for `nodes` only
if 100 of them, which is what ACK allows a cluster at first, would be too many.

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

An NLB takes 400:

```yaml bad
# file: .clblint.yaml
cluster: {nodes: 80}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: p0, port: 80}
  - {name: p1, port: 81}
  - {name: p2, port: 82}
  - {name: p3, port: 83}
  - {name: p4, port: 84}
  - {name: p5, port: 85}  # <- here: an NLB takes 400
```

```yaml good
# file: .clblint.yaml
cluster: {nodes: 80}
# file: web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: p0, port: 80}
  - {name: p1, port: 81}
  - {name: p2, port: 82}
  - {name: p3, port: 83}
  - {name: p4, port: 84}
```

Sources: ACK Service troubleshooting, "backend server number has reached to the quota limit of this load balancer"; ACK
API, DescribeUserQuota: node_quota, 100 by default
"""

from __future__ import annotations

from clblint.api import (
    N_,
    Case,
    Problems,
    Reason,
    Severity,
    Sharing,
    back_ends_needed,
    or_if_one_cluster,
    rule,
    with_article,
)

_ALONE = Case("the Service needs {total} back ends ({each} for each server group), and {one} takes {quota}")
_WITH_OTHERS = Case(
    "the Service needs {needs} back ends ({each} for each server group), which with the {taken} of other Services "
    "makes {total}, and {one} takes {quota}"
)
_SEEN = {
    "CLB": N_(
        'SyncLoadBalancerFailed: "The backend server number has reached to the quota limit of this load balancer"'
    ),
    "NLB": N_("SyncLoadBalancerFailed: BatchAddServers error, with the API's quota error"),
}


@rule("backend-quota", on=Sharing, severity=Severity.WARNING, evidence="XP")
def check(sharing: Sharing) -> Problems:
    """Report the port at which the quota is passed, of the Service at which it is."""
    return or_if_one_cluster(_passed, sharing, sharing.supposed)


def _passed(sharing: Sharing) -> Problems:
    balancer, quota = sharing.balancer, sharing.balancer.back_end_quota
    needed = back_ends_needed(balancer, sharing.before)
    if not needed.taken <= quota < needed.total:
        return
    yield (_WITH_OTHERS if needed.taken else _ALONE).at(
        needed.group_beyond(quota).port,
        rivals=[Reason(other.reuses, "shares the {kind}") for other in sharing.before],
        needs=needed.total - needed.taken,
        each=needed.each,
        taken=needed.taken,
        total=needed.total,
        quota=quota,
        kind=balancer.kind,
        one=with_article(balancer.kind),
        seen=_SEEN[balancer.kind],
        fix="spread the Services over several {kind}s, or have the quota raised"
        if balancer.back_ends.are_pods
        else "use externalTrafficPolicy: Local, name some nodes with backend-label, or have the quota raised",
        subject="ports",
    )
