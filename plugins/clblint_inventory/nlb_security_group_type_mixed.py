"""The security groups of an NLB are not of one type.

There are basic and advanced (enterprise) security groups. An NLB is in groups of one type only, and never in one that
a cloud service manages: the API refuses to let it join, at every sync.

```yaml bad
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "normal", "VpcId": "vpc-a1"},
  {"SecurityGroupId": "sg-ops", "SecurityGroupType": "enterprise", "VpcId": "vpc-a1"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-web,sg-ops"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "normal", "VpcId": "vpc-a1", "ServiceManaged": true}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "enterprise", "VpcId": "vpc-a1"},
  {"SecurityGroupId": "sg-ops", "SecurityGroupType": "enterprise", "VpcId": "vpc-a1"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-web,sg-ops"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB page on security groups, limits; LoadBalancerJoinSecurityGroup
"""

from __future__ import annotations

from clblint.api import Case, Problems, Reason, SecurityGroupItem, Severity, rule

_SEEN = 'SyncLoadBalancerFailed: "update security group ids error: ..."; the NLB is there without the group'
_MIXED = Case(
    "security group {id} is of type {type} and {other} of type {other_type}: an NLB is in groups of one type only",
    _SEEN,
    "name groups of one type",
)
_MANAGED = Case(
    "security group {id} is managed by a cloud service, and no NLB can join it", _SEEN, "name a group of your own"
)


@rule(
    "nlb-security-group-type-mixed",
    on=SecurityGroupItem,
    severity=Severity.ERROR,
    evidence="I",
    since="0.2",
    when=("security-group-ids",),
)
def check(item: SecurityGroupItem) -> Problems:
    """Report the id of a managed group, or of one that is of another type than the first."""
    group = item.printed
    if group is None:
        return
    if group.managed is not None:
        yield _MANAGED.at(item.at, because=[Reason(group.managed, "managed")], id=item.key, subject=item.key)
    known = [one for one in item.balancer.security_group_items if one.printed is not None and one.printed.type.given]
    first = known[0].printed if known else None
    if first is None or not group.type.given or group.type.value == first.type.value:
        return
    yield _MIXED.at(
        item.at,
        because=[Reason(known[0].at, "the first group"), Reason(group.type, "the type of this one")],
        id=item.key,
        type=group.type.value,
        other=first.id.value,
        other_type=first.type.value,
        subject=item.key,
    )
