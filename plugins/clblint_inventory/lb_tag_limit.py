"""A load balancer has so many tags that the CCM adds none of its own.

The CCM marks a CLB that it reuses with `kubernetes.reused.by.user` and one of its own with `kubernetes.do.not.delete`,
but only where there are less than ten tags. Without the mark nobody sees that a cluster uses the CLB, and one of the
CCM's own is found by its name only.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz",  # <- here
  "Tags": {"Tag": [
    {"TagKey": "t0", "TagValue": ""}, {"TagKey": "t1", "TagValue": ""}, {"TagKey": "t2", "TagValue": ""},
    {"TagKey": "t3", "TagValue": ""}, {"TagKey": "t4", "TagValue": ""}, {"TagKey": "t5", "TagValue": ""},
    {"TagKey": "t6", "TagValue": ""}, {"TagKey": "t7", "TagValue": ""}, {"TagKey": "t8", "TagValue": ""},
    {"TagKey": "t9", "TagValue": ""}
  ]}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A CLB that no Service reuses and that the CCM did not make needs no mark:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz",
  "Tags": {"Tag": [
    {"TagKey": "t0", "TagValue": ""}, {"TagKey": "t1", "TagValue": ""}, {"TagKey": "t2", "TagValue": ""},
    {"TagKey": "t3", "TagValue": ""}, {"TagKey": "t4", "TagValue": ""}, {"TagKey": "t5", "TagValue": ""},
    {"TagKey": "t6", "TagValue": ""}, {"TagKey": "t7", "TagValue": ""}, {"TagKey": "t8", "TagValue": ""},
    {"TagKey": "t9", "TagValue": ""}
  ]}
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, ports: [{port: 80}]}
```

Sources: clbv1/loadbalancer.go:addTagIfNotExist, MaxLBTagNum
"""

from __future__ import annotations

from clblint.api import Clb, ExistingBalancer, Problems, Severity, problem, rule

_MOST = 10
_OWNED, _REUSED = "kubernetes.do.not.delete", "kubernetes.reused.by.user"


@rule("lb-tag-limit", on=ExistingBalancer, severity=Severity.NOTE, evidence="I")
def check(holding: ExistingBalancer) -> Problems:
    """Report the CLB; of the tags of an NLB nothing is counted."""
    clb, tags = holding.balancer, holding.balancer.tags
    if not isinstance(clb, Clb) or tags is None or len(tags) < _MOST or _OWNED in tags or _REUSED in tags:
        return
    if not holding.reused_by and not clb.default_name:
        return
    yield problem(
        "CLB {id} has {count} tags, and the CCM adds {tag} only where there are less than {most}",
        clb.id,
        id=clb.id.value,
        count=len(tags),
        tag=_REUSED if holding.reused_by else _OWNED,
        most=_MOST,
        seen="no event: the tag is not added",
        fix="remove a tag that nobody needs, or add {tag} yourself",
        subject=clb.id.value,
    )
