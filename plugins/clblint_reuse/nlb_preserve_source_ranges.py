"""The security group of a preserved NLB is never deleted.

The CCM makes a security group of `loadBalancerSourceRanges` and puts the NLB into it. Where `preserve-lb-on-delete`
keeps the NLB, the group stays with it, with the tags of the Service, and nobody deletes it: it goes on filtering
whatever the NLB is used for next.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [203.0.113.0/24]
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
  loadBalancerSourceRanges: [203.0.113.0/24]
  ports: [{port: 80}]
```

On a reused NLB the ranges are not applied:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: reused
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [203.0.113.0/24]
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:cleanup; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_reuse._reused import preserve_of

_WHEN = ("preserve-lb-on-delete",)


@rule("nlb-preserve-source-ranges", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2", when=_WHEN)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the annotation; whatever it says, it is on."""
    preserve, group = preserve_of(balancer), balancer.source_ranges_group
    if preserve is None or group is None:
        return
    yield problem(
        "the security group made of loadBalancerSourceRanges stays behind with the preserved NLB, and filters on",
        preserve.at_key,
        because=[Reason(group.ranges[0], "makes a security group")],
        seen="no event: the group {name} remains",
        name=group.name,
        fix="delete the group by hand when the NLB is used for something else",
        subject="preserve-lb-on-delete",
    )
