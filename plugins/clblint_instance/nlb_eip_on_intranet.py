"""A private NLB is to have an EIP.

The fourth part of an item of `zone-maps` is an EIP, which belongs to public NLBs. The API refuses to make the NLB; on a
private NLB that is there the zones are sent again at every full sync, and are refused each time.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "i:vsw-a1::eip-c3,k:vsw-b2::eip-d4"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1::eip-c3,hz-k:vsw-b2::eip-d4"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: private
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "hz-i:vsw-a1:10.0.0.3,hz-k:vsw-b2:10.0.1.3"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB API, CreateLoadBalancer, AllocationId; nlbv2/loadbalancer.go:Update
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, replace, rule
from clblint_instance._network import is_intranet, why_private


@rule(
    "nlb-eip-on-intranet",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("zone-maps",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first EIP."""
    eips = [item.eip for item in balancer.zone_mappings if item.eip is not None and item.fault is None]
    if not eips or not is_intranet(balancer):
        return
    yield problem(
        "zone-maps gives the NLB the EIP {eip}, but it is private, so the API refuses it",
        eips[0],
        because=why_private(balancer),
        eip=eips[0].text,
        key=balancer.annotations.key_of("address-type"),
        seen='SyncLoadBalancerFailed: "create nlb error: ..."; later "update zone mappings error: ..." at every '
        "full sync",
        fix='take the EIPs away, or set {key}: "internet"',
        subject="zone-maps",
        edits=[replace(eip, "") for eip in eips],
    )
