"""Every workload behind the load balancer is scaled to zero.

The Service has no endpoints until somebody scales the workload up. With pods as back ends, or under policy Local, the
server group is empty; under policy Cluster all nodes are back ends, and each refuses the connection.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0  # <- here
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
```

An HPA leaves a workload alone that has no pods:

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0  # <- here
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
  minReplicas: 2
  maxReplicas: 300
```

While another workload takes the traffic, one may well be at zero:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: blue}
spec:
  replicas: 0
  selector: {matchLabels: {app: web, track: blue}}
  template:
    metadata: {labels: {app: web, track: blue}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: green}
spec:
  replicas: 2
  selector: {matchLabels: {app: web, track: green}}
  template:
    metadata: {labels: {app: web, track: green}}
    spec: {containers: [{name: web, image: web}]}
```

An autoscaler that starts pods sets the number itself, and so does a Rollout that takes a Deployment over:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: web}
spec:
  scaleTargetRef: {name: web}
  minReplicaCount: 2
  triggers: [{type: cpu, metadata: {value: "50"}}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  replicas: 3
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy: {canary: {}}
```

Sources: ACK Service troubleshooting, "There are no available nodes for LoadBalancer"
"""

from __future__ import annotations

from clblint.api import Problems, Reason, Severity, WorkloadBehind, problem, rule
from clblint_backends._no_backend_symptoms import without_pods


@rule("replicas-zero", on=WorkloadBehind, severity=Severity.WARNING, evidence="X")
def check(backing: WorkloadBehind) -> Problems:
    """Report the number."""
    replicas = backing.workload.replicas
    if not replicas.is_(0) or backing.back_ends.may_be_more:
        return
    if not all(other.replicas.is_(0) for other in backing.back_ends.workloads):
        return
    if any(backing.back_ends.scaling_of(other).may_start_pods for other in backing.back_ends.workloads):
        return
    yield problem(
        "there are to be no pods, and nothing else stands behind the load balancer of {service}",
        replicas,
        because=[Reason(backing.back_ends.service.name, "the Service that sends it traffic")],
        service=backing.back_ends.service.name.value,
        seen=without_pods(backing.back_ends),
        fix="set the number of replicas that is meant, or leave it out where an autoscaler sets it",
        subject="replicas",
    )
