"""A security group belongs to another VPC than the NLB.

An NLB stands in the VPC of the cluster, or, if it is reused, in its own, and joins security groups of that VPC only.

```yaml bad
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "normal", "VpcId": "vpc-b2"}
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
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A reused NLB may stand elsewhere:

```yaml bad
# file: .clblint.yaml
cluster: {vpc-id: vpc-a1}
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "VpcId": "vpc-b2", "Tags": []}]}
{"SecurityGroups": {"SecurityGroup": [
  {"SecurityGroupId": "sg-web", "SecurityGroupType": "normal", "VpcId": "vpc-a1"}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-security-group-ids: sg-web  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB page on security groups, limits
"""

from __future__ import annotations

from clblint.api import Problems, Reason, SecurityGroupItem, Severity, problem, rule, vpc_of

_WHEN = ("security-group-ids",)


@rule("nlb-security-group-vpc", on=SecurityGroupItem, severity=Severity.ERROR, evidence="IP", since="0.2", when=_WHEN)
def check(item: SecurityGroupItem) -> Problems:
    """Report the id."""
    group = item.printed
    if group is None or not group.vpc.value:
        return
    wanted = vpc_of(item.balancer)
    if wanted is not None and wanted.differs(group.vpc):
        yield problem(
            "security group {id} belongs to {vpc}, and the NLB to {own}: it cannot join the group",
            item.at,
            because=[Reason(group.vpc, "the VPC of the group"), Reason(wanted, "the VPC of the NLB")],
            id=item.key,
            vpc=group.vpc.value,
            own=wanted.value,
            seen='SyncLoadBalancerFailed: "update security group ids error: ..."; the NLB is there without the group',
            fix="name a security group of {own}",
            subject=item.key,
        )
