"""Two load balancers claim to be the one of the same Service.

The CCM finds its CLB by the tag `kubernetes.do.not.delete`, whose value stands for one Service, and where no CLB has
that tag by the name. It gives up where it finds two: the Service is not synced any more and cannot be deleted. A copied
tag, a restored CLB or a creation that was tried twice are behind it.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}  # <- here
  ]}},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}  # <- here
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}
  ]}},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": [
    {"TagKey": "kubernetes.do.not.delete", "TagValue": "afedcba9876543210fedcba987654321"}
  ]}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

So it is with NLBs:

```yaml bad
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-a", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}  # <- here
  ]},
  {"LoadBalancerId": "nlb-b", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}  # <- here
  ]}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 80}]}
```

```yaml good
# file: inventory.json
{"LoadBalancers": [
  {"LoadBalancerId": "nlb-a", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}
  ]},
  {"LoadBalancerId": "nlb-b", "Tags": [
    {"Key": "kubernetes.do.not.delete", "Value": "afedcba9876543210fedcba987654321"}
  ]}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 80}]}
```

Sources: CCM pkg/provider/alibaba/slb/loadbalancer.go:FindLoadBalancer, "find multiple loadbalances by tag";
pkg/provider/alibaba/nlb/loadbalancer.go:FindNLB
"""

from __future__ import annotations

from clblint.api import ExistingBalancer, Problems, Reason, Severity, listed, problem, rule


@rule("duplicate-owner-tag", on=ExistingBalancer, severity=Severity.ERROR, evidence="I")
def check(holding: ExistingBalancer) -> Problems:
    """Report the tag, or the name, of each."""
    found, duplicates = holding.balancer, holding.duplicates
    if not duplicates:
        return
    by_tag = found.owner is not None
    yield problem(
        "{kind} {id} has the tag {tag}: {value} like {others}, so the CCM cannot tell which of them is the Service's"
        if by_tag
        else "{kind} {id} is named {value} like {others}, so the CCM cannot tell which of them is the Service's",
        found.owner if found.owner is not None else found.name,
        rivals=[Reason(one.owner if one.owner is not None else one.name, "the same here") for one in duplicates],
        unnamed=holding.more,
        kind=found.kind,
        id=found.id.value,
        tag="kubernetes.do.not.delete",
        value=found.owner.value if found.owner is not None else found.name.value,
        others=listed((one.id.value for one in duplicates), holding.more),
        by="tag" if by_tag else "name",
        seen='SyncLoadBalancerFailed: "find multiple loadbalances by {by}"',
        fix="keep the {kind} whose address the Service shows, and take the tag and the name off the other",
        subject=found.id.value,
    )
