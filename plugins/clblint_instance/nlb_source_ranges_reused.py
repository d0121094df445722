"""`loadBalancerSourceRanges` is set for a reused NLB, where it does nothing.

The CCM makes a security group of the ranges for NLBs of its own only. On an NLB of yours it leaves a warning at every
sync, and the ports are open to everyone whom the NLB's own security groups let in.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-a1
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

A range that lets everyone in is what happens anyway:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [0.0.0.0/0]
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:BuildLocalModel
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_instance._ranges import filtering


@rule("nlb-source-ranges-reused", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2", when=("id",))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range."""
    ranges = filtering(balancer)
    if not ranges or not balancer.reuses.is_set:
        return
    yield problem(
        "loadBalancerSourceRanges has no effect on an NLB of yours, so it filters nothing",
        ranges[0],
        because=[Reason(balancer.reuses, "the NLB is reused")],
        key=balancer.annotations.key_of("security-group-ids"),
        seen='FeatureNotSupported: "LoadBalancerSourceRanges is not supported for user-managed LB."',
        fix="put the ranges into a security group, and name it in {key}",
        subject="loadBalancerSourceRanges",
    )
