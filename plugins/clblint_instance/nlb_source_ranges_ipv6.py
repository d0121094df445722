"""A range of `loadBalancerSourceRanges` is one of IPv6, and with it none of the ranges counts.

The CCM writes each range into the IPv4 field of a rule, and sends all rules of its security group in one call. The API
refuses the call because of this range, so not even the rule that drops everyone else is made, while the NLB has joined
the group: the ports are open.

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
  loadBalancerSourceRanges:
  - 10.0.0.0/8
  - 2001:db8::/32  # <- here
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
```

Sources: nlbv2/loadbalancer.go:buildSecurityGroupPermissionsFromSourceRanges;
pkg/provider/alibaba/ecs/ecs.go:AuthorizeSecurityGroup
"""

from __future__ import annotations

from clblint.api import Problems, Severity, SourceRange, problem, remove, rule

_IPV6 = 6


@rule("nlb-source-ranges-ipv6", on=SourceRange, severity=Severity.ERROR, fix="unsafe", since="0.2")
def check(source: SourceRange) -> Problems:
    """Report the range."""
    if source.network is None or source.network.version != _IPV6:
        return
    yield problem(
        "{source} is an IPv6 range, which is sent as one of IPv4: the API refuses all rules, and the NLB is open",
        source.fact,
        source=source.fact.value,
        key=source.balancer.annotations.key_of("security-group-ids"),
        seen='SyncLoadBalancerFailed: "update associated security group error: ..."; clients from everywhere get in',
        fix="take it away; for IPv6 clients name a security group of your own in {key}",
        subject="loadBalancerSourceRanges",
        edits=[remove(source.fact)],
    )
