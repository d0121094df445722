"""A Service asks for an NLB and does not say in which zones it is to be made.

An NLB stands in zones, in each with a vSwitch, and the CCM has no default for them. Without `zone-maps` it gives up at
every sync before it calls the API: the Service stays without an address. Two zones or more are wanted where the region
has them. Only an NLB of the user's own that is named by `id` keeps the zones that it has.

```yaml bad
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: ""  # <- here
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

A reused NLB has its zones:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:BuildLocalModel; ACK page on NLB annotations, zone-maps
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule


@rule("nlb-zone-maps-missing", on=NetworkLoadBalancer, severity=Severity.ERROR, since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the empty value, or what makes the Service an NLB."""
    zones, reused = balancer.zone_maps, balancer.reuses
    if not zones.is_empty or not reused.is_empty:
        return
    yield problem(
        "the Service asks for an NLB, and nothing says in which zones it is to stand, so none is made",
        zones if zones.present else balancer.handled_by,
        key=balancer.annotations.key_of("zone-maps"),
        seen='SyncLoadBalancerFailed: "build nlb attribute error: ParameterMissing, zone mappings are required"; the '
        "Service stays without an address",
        fix='set {key}: "ZONE:VSWITCH,ZONE:VSWITCH", with two zones of the region and a vSwitch in each',
        subject="zone-maps",
    )
