"""Under policy Local the pods run on master nodes, which are never back ends.

The CCM leaves out every node with the label `node-role.kubernetes.io/master`. Under policy Local only nodes that run a
pod are back ends, so pods that may run on masters only leave the server group empty.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
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
      nodeSelector:
        node-role.kubernetes.io/master: ""  # <- here
      tolerations: [{key: node-role.kubernetes.io/master, operator: Exists}]
      containers: [{name: web, image: web}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
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
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions:
              - key: node-role.kubernetes.io/master  # <- here
                operator: Exists
      tolerations: [{key: node-role.kubernetes.io/master, operator: Exists}]
      containers: [{name: web, image: web}]
```

A toleration alone lets pods run elsewhere, too, and under policy Cluster the worker nodes are back ends:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
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
      tolerations: [{key: node-role.kubernetes.io/master, operator: Exists}]
      containers: [{name: web, image: web}]
---
apiVersion: v1
kind: Service
metadata: {name: api}
spec:
  type: LoadBalancer
  selector: {app: api}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec:
      nodeSelector: {node-role.kubernetes.io/master: ""}
      containers: [{name: api, image: api}]
```

So it is behind an NLB:

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
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      nodeSelector:
        node-role.kubernetes.io/master: ""  # <- here
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
      nodeSelector: {node-role.kubernetes.io/master: ""}
      containers: [{name: web, image: web}]
```

Sources: ACK Service troubleshooting, "There are no available nodes for LoadBalancer"; helper/node_utils.go:IsMasterNode
"""

from __future__ import annotations

from clblint.api import MASTER_LABEL, Problems, Reason, Severity, WorkloadBehind, problem, rule
from clblint_backends._symptoms import told_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Fact, Workload


@rule("pods-on-master", on=WorkloadBehind, severity=Severity.WARNING, evidence="X")
def check(backing: WorkloadBehind) -> Problems:
    """Report what pins the pods."""
    pin = _pin(backing.workload)
    if pin is None or not backing.back_ends.are_local or None in map(_pin, backing.back_ends.workloads):
        return
    yield problem(
        "the pods run on nodes with {label} only, which the CCM leaves out, so the server groups of {service} are "
        "empty",
        pin,
        because=[Reason(backing.back_ends.mode, "only nodes that run a pod are back ends")],
        label=MASTER_LABEL,
        service=backing.back_ends.service.name.value,
        seen=told_of(backing.back_ends).empty,
        fix="let the pods run on worker nodes, or use externalTrafficPolicy: Cluster",
        subject=MASTER_LABEL,
    )


def _pin(workload: Workload) -> Fact[str] | None:
    return next((fact for fact in workload.required_node_labels if fact.value == MASTER_LABEL), None)
