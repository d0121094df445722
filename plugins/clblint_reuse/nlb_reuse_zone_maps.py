"""The zones of a reused NLB follow the annotation.

`zone-maps` beside `id` does not describe the NLB: where the NLB lacks one of the zones, or has another vSwitch
there, the CCM sends the whole list, and the API takes every zone away that is not on it. The NLB of the user's own is
moved, and addresses that clients use are gone. Where the NLB has all of the zones, nothing is sent.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-beijing-h:vsw-a,cn-beijing-k:vsw-b"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: own
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

An inventory knows the zones of the NLB:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": [], "ZoneMappings": [
  {"ZoneId": "cn-hangzhou-i", "VSwitchId": "vsw-a"},
  {"ZoneId": "cn-hangzhou-g", "VSwitchId": "vsw-b"}
]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-a", "Tags": [], "ZoneMappings": [
  {"ZoneId": "cn-hangzhou-i", "VSwitchId": "vsw-a"},
  {"ZoneId": "cn-hangzhou-k", "VSwitchId": "vsw-b"}
]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-a
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: cn-hangzhou-i:vsw-a,cn-hangzhou-k:vsw-b
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; UpdateLoadBalancerZones; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, listed, missing_zones, problem, remove, rule
from clblint_reuse._reused import reused, the_reused

_WHEN = ("zone-maps",)


@rule(
    "nlb-reuse-zone-maps",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    evidence="SI",
    since="0.2",
    when=_WHEN,
    fix="unsafe",
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the zones."""
    zones, found = balancer.zone_maps, reused(balancer)
    missing = missing_zones(balancer)
    if found is None or not zones.is_set or missing == []:
        return
    yield problem(
        "{clb} does not stand in {missing}, so it is moved to these zones, and loses those that are not listed"
        if missing
        else "{clb} is moved to these zones where it lacks one of them, and loses those that are not listed",
        zones,
        because=[Reason(found, "the NLB that is reused")],
        clb=the_reused(balancer),
        missing=listed(item.at.text for item in missing or ()),
        seen="no event: the CCM calls UpdateLoadBalancerZones; zones and their addresses come and go",
        fix="remove zone-maps: a reused NLB keeps its zones",
        subject="zone-maps",
        edits=[remove(zones)],
    )
