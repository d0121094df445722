"""This CCM leaves the server groups of an NLB behind when its Service is deleted.

Before v2.12.4 the CCM deleted the NLB with its listeners, but not always the server groups that it had made for the
Service. They have the tag kubernetes.do.not.delete and count against the quota of groups in the region.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.12.1}
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
cluster: {ccm-version: v2.12.4}
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

Sources: CCM release notes, v2.12.4
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_cluster._versions import before

_MENDED = "v2.12.4"
_CASE = Case(
    "before CCM {since} the server groups of an NLB may outlive its Service, and the cluster has {version}",
    seen="nothing; groups with the tag kubernetes.do.not.delete of a Service that is gone",
    fix="upgrade the CCM to {since} or later, and delete the groups that are left over",
)


@rule("nlb-groups-left-behind", on=NetworkLoadBalancer, severity=Severity.NOTE, evidence="SP", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report what makes the Service an NLB."""
    yield from before(_MENDED, _CASE, balancer.handled_by, balancer)
