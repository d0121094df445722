"""Back ends are asked for by IPv6, and stay IPv4.

`backend-ip-version` counts only on an NLB whose `ip-version` is `DualStack`, and only if the CCM runs with the
feature gate IPv6DualStack, which is off by default. Otherwise the CCM takes IPv4 back ends, and nothing says so.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: dualstack  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {IPv6DualStack: false}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {feature-gates: {IPv6DualStack: true}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Where nothing is declared of the gate, it may be on:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: v4
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv4
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv4
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go:setAddressIpVersion; run against the real controller
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Reason, Severity, rule
from clblint_backends._families import IPV6_GATE, NO_GATE, closed_gate
from clblint_backends._groups import means

_BALANCER = Case(
    "backend-ip-version is {wanted} and ip-version is not DualStack, so the back ends are IPv4",
    "no event: ignored",
    'set {key}: "DualStack" (only before the NLB is made), or remove backend-ip-version',
)


@rule(
    "nlb-backend-ip-version-unmet",
    on=NetworkLoadBalancer,
    severity=Severity.WARNING,
    evidence="SP",
    since="0.2",
    when=("backend-ip-version",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report what is asked for."""
    wanted, version = balancer.annotations.get("backend-ip-version"), balancer.annotations.get("ip-version")
    if not means(wanted, "ipv6", "dualstack") or not version.known:
        return
    gate = closed_gate(balancer) if means(version, "dualstack") else None
    if gate is None and means(version, "dualstack"):
        return
    reason = Reason(version, "no dual-stack NLB" if version.is_set else "no ip-version here, so the NLB is IPv4")
    yield (_BALANCER if gate is None else NO_GATE).at(
        wanted,
        because=[reason if gate is None else Reason(gate, "declared for this cluster")],
        wanted=wanted.value,
        gate=IPV6_GATE,
        key=balancer.annotations.key_of("ip-version"),
        subject="backend-ip-version",
    )
