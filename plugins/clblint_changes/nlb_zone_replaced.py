"""The zones of a live NLB change.

Where the NLB lacks one of the listed zones, or has another vSwitch there, the CCM sends the whole list. The API then
makes it so: zones that are not on the list go with their addresses, and connections through them are cut. A vSwitch
that changes gives the zone another private address, and a public one of an NLB whose EIPs are not named.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1,cn-hangzhou-j:vsw-c3"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a9,cn-hangzhou-k:vsw-b2"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-k:vsw-b2,cn-hangzhou-i:vsw-a1"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2,cn-hangzhou-j:vsw-c3"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; NLB API UpdateLoadBalancerZones; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkChange, Problems, Reason, Severity, listed, problem, rule


@rule("nlb-zone-replaced", on=NetworkChange, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: NetworkChange) -> Problems:
    """Find zones that are taken from an NLB, or moved to another vSwitch."""
    lost = change.replaced_zones
    if lost:
        yield problem(
            "the NLB gets these zones, and loses what it has in {zones}: its addresses there change",
            change.new.zone_maps,
            because=[Reason(one.at, "listed before the change") for one in lost],
            seen="Normal EnsuredLoadBalancer; connections through {zones} are cut",
            fix="nothing, if it is meant: let clients use the DNS name, and do it when little traffic runs",
            subject="zone-maps",
            zones=listed(one.at.text for one in lost),
        )
