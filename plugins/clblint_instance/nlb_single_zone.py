"""An NLB is to stand in one zone only.

The API wants two zones or more where the region has two, and refuses to make an NLB in one; and with a single zone the
loss of that zone is the loss of the NLB.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1"  # <- here
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A reused NLB keeps the zones that it has:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB API, CreateLoadBalancer, ZoneMappings; ACK page on NLB annotations, zone-maps
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, is_quoted, problem, rule


@rule(
    "nlb-single-zone",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    evidence="SP",
    since="0.2",
    when=("zone-maps",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the only zone, if it is well-formed."""
    items = balancer.zone_mappings
    if len(items) != 1 or items[0].fault is not None or balancer.is_reused or is_quoted(balancer.zone_maps):
        return
    yield problem(
        "zone-maps names {zone} alone, and where the region has two zones an NLB needs two",
        items[0].at,
        zone=items[0].zone.text.strip(),
        seen='SyncLoadBalancerFailed: "create nlb error: ...", unless the region has only one zone',
        fix="add a second zone of the region, with a vSwitch in it",
        subject="zone-maps",
    )
