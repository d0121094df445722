"""Traffic stays on the node, but the scheduler does not weigh nodes.

Under `externalTrafficPolicy: Local` only nodes with ready pods are back ends, and the CCM gives each a weight equal to
its number of pods. Only weighted schedulers read weights. The CCM asks for `rr` where the annotation is absent, so a
node with one pod gets as many connections as a node with five, and its pod five times the load.

Where pods are the back ends the policy does not count: so it is by default in clusters with Terway since August 2020.
With `network-plugin: terway` declared, only `service-backend-type: ecs` or the annotation makes nodes the back ends.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: rr  # <- here
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {network-plugin: terway, service-backend-type: ecs}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local  # <- here
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
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 5
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

With back ends in ENI mode the policy has no meaning and pods are equal:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

A DaemonSet has one pod on each node:

```yaml good
apiVersion: v1
kind: Service
metadata: {name: agent}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: agent}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: agent}]}
```

So weights are equal where a node never has two of the pods:

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
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
      containers: [{name: web, image: web}]
```

```yaml good
apiVersion: v1
kind: Service
metadata: {name: single}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: single}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: single}
spec:
  selector: {matchLabels: {app: single}}
  template:
    metadata: {labels: {app: single}}
    spec:
      containers: [{name: single, image: single}]
```

```yaml good
# file: .clblint.yaml
cluster: {network-plugin: terway}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

An NLB reads weights by default:

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
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:podNumberAlgorithm; clbv1/listeners.go:setDefaultValueForListener (rr); ACK Service FAQ,
uneven load
"""

from __future__ import annotations

from clblint.api import N_, ClassicLoadBalancer, Problems, Reason, Severity, add, problem, replace, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import FixEdit

# By whether the scheduler is written, and whether anything says that nodes are the back ends.
_MESSAGES = {
    (True, True): N_(
        "scheduler rr does not read weights, and under policy Local a node's weight is its number of pods"
    ),
    (True, False): N_(
        "if nodes are the back ends (not the default of Terway clusters since August 2020), scheduler rr does not read "
        "weights, and under policy Local a node's weight is its number of pods"
    ),
    (False, True): N_(
        "under policy Local a node's weight is its number of pods, and the default scheduler rr does not read weights"
    ),
    (False, False): N_(
        "if nodes are the back ends (not the default of Terway clusters since August 2020), under policy Local a "
        "node's weight is its number of pods, and the default scheduler rr does not read weights"
    ),
}


_WHEN = ("spec.externalTrafficPolicy",)


@rule("local-without-wrr", on=ClassicLoadBalancer, severity=Severity.WARNING, evidence="SP", fix="unsafe", when=_WHEN)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the policy, or the scheduler that is written."""
    policy, scheduler = balancer.service.external_traffic_policy, balancer.annotations.get("scheduler")
    modes = [group.mode for group in balancer.server_groups]
    if not modes or not modes[0].is_("local") or not balancer.manages_listeners:
        return
    if not scheduler.one_of("", "rr") or balancer.back_ends.one_pod_a_node:
        return
    if not balancer.workloads and balancer.back_ends.may_be_more:  # of which there may be one a node
        return
    written = scheduler.is_set
    yield problem(
        _MESSAGES[written, balancer.back_ends.declared],
        scheduler if written else policy,
        because=[
            Reason(policy, "makes a node's weight its number of pods")
            if written
            else Reason(scheduler, "no scheduler annotation here, so the CCM asks for rr")
        ],
        seen="no event: nodes with few and many pods get the same share: a pod alone on its node is overloaded",
        fix='set service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: "wrr"',
        subject="scheduler",
        edits=_weighted(balancer),
    )


def _weighted(balancer: ClassicLoadBalancer) -> list[FixEdit | None]:
    """Write the scheduler anew, or behind the last annotation."""
    scheduler, key = balancer.annotations.get("scheduler"), balancer.annotations.key_of("scheduler")
    last = [fact for fact in balancer.service.annotations.values() if fact.present][-1:]
    return [replace(scheduler, "wrr")] if scheduler.present else [add("wrr", key, beside=fact) for fact in last]
