"""A node has more pods than a weight can be.

Under policy Local the weight of a node is the number of its pods, and the CCM has no upper limit for it. A server
group of an NLB takes weights up to 100: where a workload of more than 100 pods may run on one node only, the API
refuses its weight.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 120  # <- here
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      nodeSelector: {kubernetes.io/hostname: cn-hangzhou.10.0.0.7}
      containers: [{name: web, image: web}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 120
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 100
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      nodeName: cn-hangzhou.10.0.0.7
      containers: [{name: web, image: web}]
```

Under policy Cluster nodes weigh the same:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
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
  replicas: 120
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      nodeName: cn-hangzhou.10.0.0.7
      containers: [{name: web, image: web}]
```

Sources: nlbv2/server_groups.go:podNumberAlgorithm; AddServersToServerGroup, Weight
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, WorkloadBehind, problem, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact

_MOST = 100  # the highest weight that a server group of an NLB takes


@rule("nlb-local-weight-cap", on=WorkloadBehind, severity=Severity.NOTE, evidence="X", since="0.2")
def check(backing: WorkloadBehind) -> Problems:
    """Report the number of pods."""
    workload, balancer = backing.workload, backing.balancer
    if not _above(workload.replicas) or not workload.pinned_to.holds or not workload.serves:
        return
    weighting = balancer.weighting
    if not balancer.handled_by.is_("nlb") or weighting is None or weighting.kind != "pods":
        return
    yield problem(
        "{replicas} pods are to run on node {node} alone, which makes its weight {replicas}, and an NLB takes {most}",
        workload.replicas,
        because=[
            Reason(workload.pinned_to, "the only node for them"),
            Reason(backing.back_ends.mode, "under policy Local a node weighs as much as it has pods"),
        ],
        replicas=workload.replicas.value,
        node=workload.pinned_to.value,
        most=_MOST,
        seen="SyncLoadBalancerFailed: BatchAddServers error, with the API's parameter error",
        fix="let the pods run on several nodes, or use externalTrafficPolicy: Cluster",
        subject="replicas",
    )


def _above(replicas: Fact[int]) -> bool:
    return replicas.known and replicas.value > _MOST
