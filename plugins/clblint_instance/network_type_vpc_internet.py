"""`network-type` is `vpc`, but the load balancer is public.

The API says of every public CLB that its network type is classic, also in a VPC. The CCM compares that with the
annotation after it has created the CLB and takes the difference for a change that cannot be made: every sync ends in an
error, from the first one on. The annotation is never sent to the API, so nothing is lost without it.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-network-type: vpc  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-network-type: vpc
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:Update; run against the real controller
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, remove, rule
from clblint_instance._instance_requests import network_type_refused, why_public


@rule("network-type-vpc-internet", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("network-type",), fix="safe")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the network type."""
    if not network_type_refused(balancer):
        return
    network = balancer.annotations.get("network-type")
    yield problem(
        "network-type is vpc and the CLB is public, whose network type the API calls classic, so every sync fails",
        network,
        because=[why_public(balancer)],
        key=balancer.annotations.key_of("network-type"),
        seen='SyncLoadBalancerFailed: "alicloud: can not change LoadBalancer network type once created"',
        fix="remove {key}: it is never sent to the API",
        subject="network-type",
        edits=[remove(network)],
        safe=True,
    )
