"""A security group of the NLB does not exist.

The inventory holds all security groups, and none has this id. The NLB is made and then cannot join the group: every
sync ends in an error, and whatever the group was to keep away gets in.

```yaml bad
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "normal", "VpcId": "vpc-a1"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-web,sg-wbe"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "normal", "VpcId": "vpc-a1"},
  {"SecurityGroupId": "sg-ops", "SecurityGroupType": "normal", "VpcId": "vpc-a1"}
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

Of the rules of one group nothing follows for others:

```yaml good
# file: inventory.json
{"SecurityGroupId": "sg-web", "Permissions": {"Permission": []}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: "sg-wbe"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; NLB page on security groups
"""

from __future__ import annotations

from clblint.api import Problems, SecurityGroupItem, Severity, catalogue, problem, rule

_WHEN = ("security-group-ids",)


@rule(
    "nlb-security-group-missing", on=SecurityGroupItem, severity=Severity.ERROR, evidence="I", since="0.2", when=_WHEN
)
def check(item: SecurityGroupItem) -> Problems:
    """Report the id; one that is none is invalid-annotation-value, one with blanks value-whitespace."""
    if item.key and item.is_missing and catalogue().by_suffix("security-group-ids").is_valid(item.key, "nlb"):
        yield problem(
            "no security group of the inventory has the id {id}, so the NLB cannot join it",
            item.at,
            id=item.key,
            seen='SyncLoadBalancerFailed: "update security group ids error: ..."; the NLB is there without the group',
            fix="name a security group of the NLB's VPC",
            subject=item.key,
        )
