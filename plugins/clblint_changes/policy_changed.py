"""The external traffic policy changes.

With `Local` only the nodes that run pods are back ends, weighted by their number; with `Cluster` all nodes are. Back
ends come and go, and the pods see other source addresses. With pods as back ends (`backend-type: eni`) the policy
counts for nothing.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
  externalTrafficPolicy: Cluster
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
  externalTrafficPolicy: Local  # <- here
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
  externalTrafficPolicy: Local
```

It is the same for an NLB.

```yaml bad
# file: old/service.yaml
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
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  externalTrafficPolicy: Local  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go setTrafficPolicy; clbv1/vgroups.go podNumberAlgorithm
"""

from __future__ import annotations

from clblint.api import Change, Problems, Reason, Severity, problem, rule


@rule("policy-changed", on=Change, severity=Severity.NOTE, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find node back ends that are picked in another way."""
    if change.pair is None:
        return
    modes = [group.mode for side in change.pair for group in side.server_groups]
    if not modes or not all(mode.is_not("eni") for mode in modes):
        return
    before, after = (side.service.external_traffic_policy for side in change.pair)
    if before.differs(after):
        yield problem(
            "externalTrafficPolicy changes from {before} to {after}: other nodes become back ends, with other weights",
            after,
            because=[Reason(before, "the policy before the change")],
            seen="Normal EnsuredLoadBalancer; back ends come and go",
            fix="nothing, if it is meant: do it when little traffic runs",
            subject="externalTrafficPolicy",
            before=before.value,
            after=after.value,
        )
