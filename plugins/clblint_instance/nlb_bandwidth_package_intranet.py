"""A private NLB is to be in an Internet shared bandwidth.

Such a plan caps what the public addresses of NLBs send. A private NLB has none, so it is refused or does nothing.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-bp1abc  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth-package-id: cbwp-bp1abc
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB API, AttachCommonBandwidthPackageToLoadBalancer; kubernetes/cloud-provider-alibaba-cloud issue 414
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, remove, rule
from clblint_instance._network import is_intranet, why_private


@rule(
    "nlb-bandwidth-package-intranet",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    fix="unsafe",
    since="0.2",
    when=("bandwidth-package-id",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the plan."""
    package = balancer.annotations.get("bandwidth-package-id")
    if package.is_set and is_intranet(balancer):
        yield problem(
            "bandwidth-package-id puts a private NLB into an Internet shared bandwidth, which is for public ones",
            package,
            because=why_private(balancer),
            seen="an error of the API, or no event: no effect",
            fix="remove the line",
            subject="bandwidth-package-id",
            edits=[remove(package)],
        )
