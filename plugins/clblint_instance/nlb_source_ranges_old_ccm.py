"""`loadBalancerSourceRanges` is set, and the declared CCM does not read it for NLBs yet.

Before v2.14.0 the field is ignored, without a message: the ports of the NLB are open to everyone.

```yaml bad
# file: .clblint.yaml
cluster: {ccm-version: v2.13.0}
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
  loadBalancerSourceRanges: [10.0.0.0/8]  # <- here
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v2.14.0}
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
  loadBalancerSourceRanges: [10.0.0.0/8]
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
  loadBalancerSourceRanges: [10.0.0.0/8]
  ports: [{port: 80}]
```

Sources: CCM release notes, v2.14.0
"""

from __future__ import annotations

from clblint.api import SOURCE_RANGES_SINCE, NetworkLoadBalancer, Problems, Reason, Severity, known_older, problem, rule
from clblint_instance._ranges import filtering


@rule("nlb-source-ranges-old-ccm", on=NetworkLoadBalancer, severity=Severity.ERROR, evidence="SP", since="0.2")
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the first range."""
    ranges = filtering(balancer)
    if not ranges or balancer.is_reused:
        return
    declared = balancer.cluster.ccm_version
    if declared is None or not known_older(declared, SOURCE_RANGES_SINCE):
        return
    yield problem(
        "CCM {version} ignores loadBalancerSourceRanges of an NLB, so it filters nothing",
        ranges[0],
        because=[Reason(declared, "the version declared")],
        version=declared.value,
        since=SOURCE_RANGES_SINCE,
        key=balancer.annotations.key_of("security-group-ids"),
        seen="no event: ignored",
        fix="put the ranges into a security group, and name it in {key}, or upgrade the CCM to {since}",
        subject="loadBalancerSourceRanges",
    )
