"""Two security groups are tagged as that of one Service's source ranges.

The CCM finds the security group of `loadBalancerSourceRanges` by its tags. Where several have them, it takes none: it
only logs that it expected one, the sync succeeds, and ranges that are added or removed are never applied.

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a", "SecurityGroupIds": ["sg-a"],
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-a", "SecurityGroupType": "enterprise",
   "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}},
  {"SecurityGroupId": "sg-b", "SecurityGroupType": "enterprise",
   "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: ["10.0.0.0/8"]  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-a", "SecurityGroupType": "enterprise",
   "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}},
  {"SecurityGroupId": "sg-b", "SecurityGroupType": "enterprise",
   "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a1123456789abcdef0123456789abcde"}]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-89ab-cdef-0123-456789abcdef
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: ["10.0.0.0/8"]
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go: find associated security group; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, listed, problem, rule, source_range_groups


@rule("nlb-source-range-group-twice", on=NetworkLoadBalancer, severity=Severity.WARNING, evidence="I", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range; an NLB that is in none of them is nlb-source-range-group-missing, too."""
    ranges, found = balancer.source_ranges_group, source_range_groups(balancer)
    if ranges is not None and len(found) > 1:
        yield problem(
            "security groups {groups} are all tagged for these ranges, so the CCM takes none and changes nothing",
            ranges.ranges[0],
            because=[Reason(group.id, "tagged for this Service") for group in found],
            groups=listed(group.id.value for group in found),
            seen='EnsuredLoadBalancer, as if all were well; "expect 1, got ..." in the log of the CCM',
            fix="take the tag kubernetes.do.not.delete from all but the one that the NLB is in",
            subject="loadBalancerSourceRanges",
        )
