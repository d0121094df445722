"""A specification is set for a load balancer that is billed by use.

`spec` counts for PayBySpec instances alone. As of CCM v2.12.1 a new CLB is PayByCLCU unless `instance-charge-type` says
otherwise: it has no specification, grows by itself, and takes pods as back ends, so the old advice to set
`slb.s1.small` for ENI has no use any more.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s2.small  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s2.small
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-instance-charge-type: PayBySpec
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Where the version of the CCM is declared, this is a warning, and where it is not, a note:

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.12.4}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: nlb.s1.small  # <- here (warning)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An older CCM still asks for PayBySpec where nothing is said:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s2.small
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CLB that exists is paid for as it was when it was made:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "InstanceChargeType": "PayBySpec", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a1f0c6b52d3e84e5f9a7b8c9d0e1f2a3"}
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 1f0c6b52-d3e8-4e5f-9a7b-8c9d0e1f2a3b
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s2.small
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:setModelDefaultValue, updateInstanceChargeTypeAndInstanceSpec; CCM release notes, v2.12.1
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._instance_requests import is_clcu_by_default, why_by_use


@rule("spec-ignored", on=ClassicLoadBalancer, severity=Severity.NOTE, evidence="SP", when=("spec",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the specification."""
    spec = balancer.annotations.get("spec")
    if not spec.is_set:
        return
    if balancer.annotations.get("instance-charge-type").is_set:  # an explicit PayByCLCU is spec-with-clcu
        return
    by_use = balancer.creation.billed_by_use
    if by_use is None:
        return
    certain = is_clcu_by_default(balancer)
    yield problem(
        "spec {spec} has no effect: without instance-charge-type a new CLB is PayByCLCU, which has no specification",
        spec.at_key,
        because=[why_by_use(by_use)],
        spec=spec.value,
        seen="no event: ignored",
        fix="remove it (PayBySpec, which has specifications, has not been sold since 2025-06-01)"
        if certain
        else "remove it (PayBySpec, which has specifications, has not been sold since 2025-06-01); "
        "if the CCM is older than v2.12.1, declare ccm-version in .clblint.yaml",
        subject="spec",
        severity=Severity.WARNING if certain else None,
    )
