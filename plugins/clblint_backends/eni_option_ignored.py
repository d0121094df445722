"""Something is said about nodes, but the back ends are pods.

With `backend-type: eni` the CLB sends traffic to the pods themselves. Which nodes are picked by `backend-label` or left
out by `remove-unscheduled-backend`, and whether `externalTrafficPolicy` is `Local`, makes no difference to it; pods see
the address of the client either way.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: pool=web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
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
  externalTrafficPolicy: Local  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-label: pool=web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-remove-unscheduled-backend: "off"
spec:
  type: LoadBalancer
  externalTrafficPolicy: Cluster
  ports: [{port: 80}]
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local  # <- here: nothing for the NLB
  ports: [{port: 80}]
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
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go:setTrafficPolicy; clbv1/vgroups.go:buildENIBackends
"""

from __future__ import annotations

from clblint.api import NodeOption, Problems, Reason, Severity, problem, rule
from clblint_backends._symptoms import told_of


@rule("eni-option-ignored", on=NodeOption, severity=Severity.NOTE)
def check(option: NodeOption) -> Problems:
    """Report what is said about nodes."""
    back_ends = option.back_ends
    if not back_ends.are_pods:
        return
    yield problem(
        "{name} {value} is about nodes, and the back ends are pods, so it does nothing for the {kind}",
        option.fact.at_key,
        because=[Reason(back_ends.mode, "makes pods the back ends")],
        name=option.name,
        kind=told_of(back_ends).kind,
        value=option.fact.value,
        seen="no event: ignored",
        fix="remove it, or set backend-type: ecs to have nodes as back ends"
        if back_ends.pods_by_default  # whatever stands here
        else "remove it, or remove backend-type to have nodes as back ends",
        subject=option.name,
    )
