"""`loadBalancerSourceRanges` stands beside `security-group-ids`.

The security group that the CCM makes of the ranges is an advanced one, and an NLB cannot be in basic and in advanced
groups at once: with basic groups in the annotation one of the two is refused. And whatever other groups the NLB is in
it leaves.

```yaml bad
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
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
  ports: [{port: 80}]
```

Groups that the inventory shows as advanced ones go together with it:

```yaml good
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [{"SecurityGroupId": "sg-8", "SecurityGroupType": "enterprise"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: both
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-8
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
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
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: ranges
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: NLB, "Add an NLB instance to a security group"; nlbv2/loadbalancer.go:CreateAssociatedSecurityGroup
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule


@rule(
    "nlb-source-ranges-with-groups",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    since="0.2",
    when=("security-group-ids",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range."""
    managed, groups = balancer.source_ranges_group, balancer.annotations.get("security-group-ids")
    if managed is None or not groups.is_set or _are_advanced(balancer):
        return
    yield problem(
        "of loadBalancerSourceRanges an advanced security group is made, which cannot be joined beside basic ones",
        managed.ranges[0],
        because=[Reason(groups, "further groups")],
        seen='SyncLoadBalancerFailed: "update security group ids error: ...", if one of them is a basic group',
        fix="use one of the two, or see that all groups are advanced ones",
        subject="loadBalancerSourceRanges",
    )


def _are_advanced(balancer: NetworkLoadBalancer) -> bool:
    """Whether the inventory shows that all groups are advanced ones."""
    printed = [item.printed for item in balancer.security_group_items]
    return bool(printed) and all(one is not None and one.type.value == "enterprise" for one in printed)
