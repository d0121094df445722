"""`loadBalancerSourceRanges` is set for an NLB with IPv6, whose IPv6 clients it does not filter.

The CCM makes a security group with a rule for each range and one that drops everything else. That last one names
`0.0.0.0/0`, which is IPv4: clients that come over IPv6 meet no rule at all.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: both
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:buildSecurityGroupPermissionsFromSourceRanges
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_instance._ranges import filtering

_COLON = ":"  # in an IPv6 range, of which another rule says more


@rule(
    "nlb-source-ranges-dualstack", on=NetworkLoadBalancer, severity=Severity.WARNING, since="0.2", when=("ip-version",)
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range, unless one is for IPv6."""
    ranges, version = filtering(balancer), balancer.ip_version
    if not ranges or balancer.source_ranges_group is None or not version.is_("DualStack"):
        return
    if any(_COLON in one.value for one in ranges):
        return
    yield problem(
        "loadBalancerSourceRanges filters clients of IPv4 only, and this NLB has IPv6 addresses, too",
        ranges[0],
        because=[Reason(version, "the NLB has IPv6")],
        key=balancer.annotations.key_of("security-group-ids"),
        seen="no event: IPv6 clients from everywhere get in",
        fix="name a security group of your own in {key} that has rules for IPv6",
        subject="loadBalancerSourceRanges",
    )
