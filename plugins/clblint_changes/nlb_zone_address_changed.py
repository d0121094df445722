"""A zone of a live NLB is to have another private address or another EIP.

Both are fixed once the NLB is in the zone. The CCM finds that the zone is not as wanted, sends the whole list at each
full sync, and the API is expected to refuse it: the suite of the CCM says so of a private address and of an EIP that is
changed or added later. Before CCM 2.12.1 another address is not noticed, and a list with an EIP is sent at each full
sync, whether or not anything differs.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1:10.0.1.5,cn-hangzhou-k:vsw-b2:10.0.2.5"
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
      "cn-hangzhou-i:vsw-a1:10.0.1.6,cn-hangzhou-k:vsw-b2:10.0.2.5"  # <- here
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
      "cn-hangzhou-i:vsw-a1::eip-bp1aaaa,cn-hangzhou-k:vsw-b2::eip-bp1bbbb"  # <- here
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
      "cn-hangzhou-i:vsw-a1:10.0.1.5,cn-hangzhou-k:vsw-b2:10.0.2.5"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.12.0}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps:
      "cn-hangzhou-i:vsw-a1:10.0.1.5,cn-hangzhou-k:vsw-b2:10.0.2.5"
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
      "cn-hangzhou-i:vsw-a1:10.0.1.6,cn-hangzhou-k:vsw-b2:10.0.2.5"
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
      "cn-hangzhou-i:vsw-a1:10.0.1.5,cn-hangzhou-k:vsw-b2"
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
      "cn-hangzhou-i:vsw-a9:10.0.9.5,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/loadbalancer.go:Update, and the end-to-end suite: change eip id, change private ipv4 address
"""

from __future__ import annotations

from clblint.api import NetworkChange, Problems, Reason, Severity, problem, rule


@rule("nlb-zone-address-changed", on=NetworkChange, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: NetworkChange) -> Problems:
    """Find the first zone whose address or EIP changes."""
    found = next(change.readdressed_zones, None)
    if found is not None:
        was, now = found
        yield problem(
            "zone {zone} is to have another address or EIP, which it keeps for life: every full sync ends in an error",
            now.at,
            because=[Reason(was.at, "the zone before the change")],
            seen="Warning SyncLoadBalancerFailed: ... update zone mappings error: ...",
            fix="put {before} back, or make a second Service and move the traffic to it",
            subject="zone-maps",
            zone=now.zone.text,
            before=was.at.text,
        )
