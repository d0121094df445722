"""A Service asks for an NLB, and this CCM's CLB controller may take it as well.

Up to v2.9 the CLB controller of the CCM worked on Services of the class alibabacloud.com/nlb, too; the release notes of
v2.10.0 say that this was mended. A CLB that nobody asked for, or events of two controllers, may come of it.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.9.1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.10.0}
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
  ports: [{port: 80}]
```

Sources: CCM release notes, v2.10.0
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_cluster._versions import before

_MENDED = "v2.10.0"
_CASE = Case(
    "before CCM {since} the CLB controller may work on NLB Services, too, and the cluster has {version}",
    seen="events of two controllers for one Service, or a CLB that nobody asked for",
    fix="upgrade the CCM to {since} or later",
)


@rule("nlb-clb-controller-takes-it", on=NetworkLoadBalancer, severity=Severity.NOTE, evidence="SP", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report what makes the Service an NLB."""
    yield from before(_MENDED, _CASE, balancer.handled_by, balancer)
