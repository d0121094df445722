"""A load balancer that the CCM made has lost the tag by which it is found.

Its name is one that the CCM makes up, but the tag `kubernetes.do.not.delete` is not there: it was removed, or the CLB
is as old as CCM v1.9.3.10. Without the tag the CCM finds it by its name only, so whoever renames it breaks the link.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz",
   "LoadBalancerName": "a0123456789abcdef0123456789abcde",  # <- here
   "Tags": {"Tag": []}}
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
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxya", "LoadBalancerName": "a0123456789abcdef0123456789abcde",
   "Tags": {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}},
  {"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "auto_named_slb", "Tags": {"Tag": []}}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

An NLB is found in the same way:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a", "LoadBalancerName": "a0123456789abcdef0123456789abcde",  # <- here
  "Tags": []
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 80}]}
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{
  "LoadBalancerId": "nlb-a", "LoadBalancerName": "a0123456789abcdef0123456789abcde",
  "Tags": [{"Key": "kubernetes.do.not.delete", "Value": "a0123456789abcdef0123456789abcde"}]
}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 80}]}
```

Sources: ACK Service FAQ, renaming a CLB; CCM pkg/provider/alibaba/slb/loadbalancer.go:FindLoadBalancer;
pkg/provider/alibaba/nlb/loadbalancer.go:FindNLB
"""

from __future__ import annotations

from clblint.api import ExistingBalancer, Problems, Severity, problem, rule


@rule("owner-tag-missing", on=ExistingBalancer, severity=Severity.WARNING, evidence="I")
def check(holding: ExistingBalancer) -> Problems:
    """Report the name; where two have it, it is duplicate-owner-tag."""
    found = holding.balancer
    if not found.default_name or found.tags is None or found.owner is not None or holding.duplicates:
        return
    yield problem(
        "{kind} {id} is named like one that the CCM made, and has no tag {tag}: a new name breaks the link to its "
        "Service",
        found.name,
        kind=found.kind,
        id=found.id.value,
        name=found.name.value,
        tag="kubernetes.do.not.delete",
        seen='nothing yet; after a renaming SyncLoadBalancerFailed: "not able to find loadbalancer named [...]"',
        fix="if its Service still exists, give it the tag {tag} with the value {name}",
        subject=found.id.value,
    )
