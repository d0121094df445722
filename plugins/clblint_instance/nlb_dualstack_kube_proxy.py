"""An NLB with IPv6 is documented for kube-proxy in IPVS mode only.

`ip-version: DualStack` also needs vSwitches with IPv6 in every zone, in a VPC with an IPv6 gateway; without them the
API refuses to make the NLB.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A reused NLB is what it is:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK page on NLB annotations, ip-version
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._network import has_zones


@rule(
    "nlb-dualstack-kube-proxy",
    on=NetworkLoadBalancer,
    severity=Severity.PEDANTIC,
    evidence="SP",
    since="0.2",
    when=("ip-version",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the IP version."""
    version = balancer.ip_version
    if not version.is_("DualStack") or balancer.is_reused or not has_zones(balancer):
        return
    yield problem(
        "an NLB with IPv6 is documented for clusters with kube-proxy in IPVS mode, and needs vSwitches with IPv6",
        version,
        seen="an error of the API about a vSwitch, or IPv6 clients that are not answered",
        fix="see that kube-proxy runs in IPVS mode and that each vSwitch of zone-maps has an IPv6 range",
        subject="ip-version",
    )
