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

Sources: reconcile/backend/backend.go:setTrafficPolicy; clbv1/vgroups.go:buildENIBackends
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_backends._back_ends import PODS, mode_of


@rule("eni-option-ignored", on=LoadBalancer, severity=Severity.NOTE)
def check(balancer: LoadBalancer) -> Problems:
    """Report each of the three."""
    label, unscheduled = (balancer.annotations.get(s) for s in ("backend-label", "remove-unscheduled-backend"))
    policy = balancer.service.external_traffic_policy
    said = [
        ("backend-label", label, label.is_set),
        ("remove-unscheduled-backend", unscheduled, unscheduled.is_("on")),
        ("externalTrafficPolicy", policy, policy.is_("Local")),
    ]
    found = [(name, fact) for name, fact, counts in said if counts]
    mode = mode_of(balancer.back_ends) if found else None
    if mode is None or mode.value != PODS:
        return
    by_default = balancer.cluster.service_backend_type.value == PODS  # whatever stands here
    for name, fact in found:
        yield problem(
            "{name} {value} is about nodes, and the back ends are pods, so it does nothing for the CLB",
            fact.at_key,
            because=[Reason(mode, "makes pods the back ends")],
            name=name,
            value=fact.value,
            seen="no event: ignored",
            fix="remove it, or set backend-type: ecs to have nodes as back ends"
            if by_default
            else "remove it, or remove backend-type to have nodes as back ends",
            subject=name,
        )
