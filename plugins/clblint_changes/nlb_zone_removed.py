"""A zone is left out of `zone-maps`, and stays on the NLB.

The CCM looks for each zone that is listed, and calls the API only where it lacks one. A zone that is only left out is
not noticed: the NLB goes on taking traffic there. When a later change touches another zone, the whole list is sent, and
then this one goes, too, with its address. Of two zones neither can go: the API wants two where the region has them.

```yaml bad
# file: old/service.yaml
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
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2,cn-hangzhou-j:vsw-c3"
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
      "cn-hangzhou-k:vsw-b2,cn-hangzhou-j:vsw-c3,cn-hangzhou-i:vsw-a1"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2,cn-hangzhou-j:vsw-c3"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b9"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkChange, Problems, Reason, Severity, listed, problem, rule


@rule("nlb-zone-removed", on=NetworkChange, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: NetworkChange) -> Problems:
    """Find zones that are not listed any more."""
    left = change.left_out_zones
    if left:
        yield problem(
            "zone-maps does not list {zones} any more, but the NLB stays there: nothing else differs",
            change.new.zone_maps,
            because=[Reason(one.at, "listed before the change") for one in left],
            seen="no event: ignored, until another zone changes",
            fix="put {zones} back, or take the zone away in the console",
            subject="zone-maps",
            zones=listed(one.zone.text for one in left),
        )
