"""`loadBalancerSourceRanges` makes the NLB leave the security groups that somebody attached by hand.

As soon as there are ranges the CCM owns the list of groups: at the next full sync the NLB joins the group made of the
ranges and leaves every group that `security-group-ids` does not name. When the ranges are removed,
it does so once more.

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
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-a1
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule


@rule("nlb-source-ranges-drop-groups", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range."""
    managed, groups = balancer.source_ranges_group, balancer.annotations.get("security-group-ids")
    if managed is None or groups.is_set or not managed.ranges[0].known:
        return
    yield problem(
        "with loadBalancerSourceRanges the NLB leaves every security group that was attached to it by hand",
        managed.ranges[0],
        key=balancer.annotations.key_of("security-group-ids"),
        seen="no event: the groups are gone after the next full sync",
        fix="name the groups that are to stay in {key}",
        subject="loadBalancerSourceRanges",
    )
