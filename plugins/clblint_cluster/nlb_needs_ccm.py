"""A Service asks for an NLB, and the cluster is too old to make one.

CCM v2.5.0 is the first that makes NLBs, and it needs Kubernetes 1.24. In an older cluster no controller takes a Service
of the class `alibabacloud.com/nlb`: nothing is made, and no event says so.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.4.0}
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

```yaml bad
# file: .clblint.yaml
cluster: {kubernetes-version: 1.22.15-aliyun.1}
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
cluster: {ccm-version: v2.5.0, kubernetes-version: "1.24"}
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

Sources: ACK page on NLB annotations, prerequisites; CCM release notes, v2.5.0
"""

from __future__ import annotations

from clblint.api import Case, NetworkRequest, Problems, Reason, Severity, rule

_CASES = {
    "CCM": Case("the Service asks for an NLB, which CCM {since} and later make, and the cluster has {version}"),
    "Kubernetes": Case("the Service asks for an NLB, which needs Kubernetes {since}, and the cluster has {version}"),
}


@rule("nlb-needs-ccm", on=NetworkRequest, severity=Severity.ERROR, evidence="SP", since="0.2")
def check(request: NetworkRequest) -> Problems:
    """Report what makes the Service an NLB."""
    old = request.too_old
    if old is None:
        return
    yield _CASES[old.part].at(
        request.asked,
        because=[Reason(old.version, "the version declared for this cluster")],
        since=old.since,
        version=old.version.value,
        seen="no event: no controller takes the Service, and EXTERNAL-IP stays <pending>",
        fix="upgrade the cluster and its CCM, or take loadBalancerClass away to have a CLB made",
        subject="loadBalancerClass",
    )
