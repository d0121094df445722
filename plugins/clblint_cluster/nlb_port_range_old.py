"""An NLB is to listen on a range of ports, which this CCM cannot make.

The release notes name listener-port-range for v2.11.1, and for v2.11.4 that creating such listeners works again. With
what lies between, listeners for a range of ports are refused.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.11.2}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.11.4}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: CCM release notes, v2.11.1 and v2.11.4; ACK page on NLB annotations, listener-port-range
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_cluster._versions import before

_FIRST, _MENDED = "v2.11.1", "v2.11.4"  # before it, annotation-needs-newer-ccm speaks
_CASE = Case(
    "before CCM {since} listeners for a range of ports cannot be made, and the cluster has {version}",
    seen="SyncLoadBalancerFailed, at every sync",
    fix="upgrade the CCM to {since} or later",
)


@rule("nlb-port-range-old", on=NetworkLoadBalancer, severity=Severity.ERROR, evidence="SP", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the annotation."""
    ranges = balancer.annotations.get("listener-port-range")
    if ranges.is_empty or not balancer.manages_listeners:
        return
    yield from before(_MENDED, _CASE, ranges, balancer, since=_FIRST)
