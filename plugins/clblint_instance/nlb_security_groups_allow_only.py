"""No security group of the NLB refuses anybody.

An NLB in security groups still takes in everyone, unless a rule of theirs refuses: below them is a group of the NLB's
own, which allows everything with the lowest priority. A group that only lists who may come in filters nothing.

```yaml bad
# file: inventory.json
{"SecurityGroupId": "sg-web", "Permissions": {"Permission": [
  {"Policy": "Accept", "Direction": "ingress", "SourceCidrIp": "10.0.0.0/8", "Priority": "1"}
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
{"SecurityGroupId": "sg-web", "Permissions": {"Permission": [
  {"Policy": "Accept", "Direction": "ingress", "SourceCidrIp": "10.0.0.0/8", "Priority": "1"},
  {"Policy": "Drop", "Direction": "ingress", "SourceCidrIp": "0.0.0.0/0", "Priority": "100"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A group whose rules were not printed may refuse:

```yaml good
# file: inventory.json
{"SecurityGroupId": "sg-web", "Permissions": {"Permission": [
  {"Policy": "Accept", "Direction": "ingress", "SourceCidrIp": "10.0.0.0/8", "Priority": "1"}
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

So does the group that the CCM makes of source ranges:

```yaml good
# file: inventory.json
{"SecurityGroupId": "sg-web", "Permissions": {"Permission": [
  {"Policy": "Accept", "Direction": "ingress", "SourceCidrIp": "10.0.0.0/8", "Priority": "1"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: NLB page on security groups
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule

_WHEN = ("security-group-ids",)


@rule(
    "nlb-security-groups-allow-only",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    evidence="I",
    since="0.2",
    when=_WHEN,
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the annotation, if the rules of all groups are known."""
    groups = [item.printed for item in balancer.security_group_items]
    known = [group for group in groups if group is not None and group.drops is False]
    if not groups or len(known) < len(groups) or balancer.source_ranges_group is not None:
        return
    yield problem(
        "no rule of these security groups refuses anybody, so the NLB takes in everyone",
        balancer.annotations.get("security-group-ids"),
        because=[Reason(group, "no rule of this group") for group in known],
        seen="no event: clients that the groups do not list get in",
        fix="add a rule that drops everything else, with a higher number as its priority",
        subject="security-group-ids",
    )
