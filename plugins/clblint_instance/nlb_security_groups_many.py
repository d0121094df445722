"""An NLB is to join more security groups than it can, or one of them twice.

An NLB can be in four groups, and the one that the CCM makes of `loadBalancerSourceRanges` counts. The CCM compares the
list by its length and by what it names: with a group twice it takes an NLB for up to date that is in another group
instead.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-a1,sg-b2,sg-c3,sg-d4,sg-e5"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-a1,sg-b2,sg-c3,sg-d4"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-a1,SG-A1"  # <- here (warning)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-a1,sg-b2,sg-c3,sg-d4"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: one
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-a1,sg-b2,sg-c3"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: NLB, "Add an NLB instance to a security group"; pkg/util/utils.go:IsStringSliceEqual
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Reason, Severity, remove, rule
from clblint_instance._network import has_zones

_MOST = 4
_MANY = Case(
    "the NLB is to join {count} security groups, and {most} is the most that it can be in",
    seen='SyncLoadBalancerFailed: "update security group ids error: ..."',
    fix="merge the rules into fewer groups",
)
_TWICE = Case(
    "security-group-ids names {group} twice, so an NLB that is in another group instead counts as up to date",
    seen="no event: groups are not joined or left",
    fix="name it once",
    severity=Severity.WARNING,
)


@rule(
    "nlb-security-groups-many",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("security-group-ids",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the list, or the second of two equal ids."""
    groups, managed = balancer.security_group_ids, balancer.source_ranges_group
    names = [group.text.strip().lower() for group in groups]
    first = {name: at for at, name in reversed([*enumerate(names)])}
    again = next((at for at, name in enumerate(names) if name and first[name] != at), None)
    count = len(first) + (managed is not None)
    if not has_zones(balancer) or (again is None and count <= _MOST):
        return
    twice = groups[again] if again is not None and count <= _MOST else None
    yield (_MANY if twice is None else _TWICE).at(
        balancer.annotations.get("security-group-ids") if twice is None else twice,
        because=[Reason(managed.ranges[0], "the CCM makes one more group of these")]
        if managed and twice is None
        else [],
        count=count,
        most=_MOST,
        group=twice.text if twice is not None else "",
        subject="security-group-ids",
        edits=[remove(twice)] if twice is not None else [],
    )
