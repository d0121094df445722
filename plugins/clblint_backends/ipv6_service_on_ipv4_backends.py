"""The Service and its back ends do not agree on the IP version.

The CCM takes IPv4 back ends unless `backend-ip-version` and `ip-version` are both `ipv6` (and the feature gate
IPv6DualStack is on, which it is not by default); `ipFamilies` is not looked at. A Service with IPv6 alone has no IPv4
endpoints, and no node port that answers to IPv4. `backend-ip-version: ipv6` without `ip-version: ipv6`, or without the
feature gate, is not heeded. Where it is, the pods of a Service with IPv4 alone are not there for the CCM.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ipFamilies: [IPv6]  # <- here
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6
spec:
  type: LoadBalancer
  ipFamilies: [IPv6]
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ipFamilies: [IPv6, IPv4]
  ipFamilyPolicy: RequireDualStack
  ports: [{port: 80}]
```

An NLB takes IPv4 back ends, too, as long as nobody asks for others:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ipFamilyPolicy: SingleStack
  ipFamilies: [IPv6]  # <- here: behind the NLB
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: DualStack
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: dualstack
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ipFamilyPolicy: SingleStack
  ipFamilies: [IPv6]
  ports: [{port: 80}]
```

The feature gate decides, where it is declared:

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {IPv6DualStack: false}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6  # <- here
spec:
  type: LoadBalancer
  ipFamilies: [IPv6]  # <- here
  ports: [{port: 80}]
```

```yaml bad
# file: .clblint.yaml
cluster: {feature-gates: {IPv6DualStack: true}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6
spec:
  type: LoadBalancer
  ipFamilies: [IPv4]  # <- here
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
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-ip-version: ipv6
spec:
  type: LoadBalancer
  ipFamilyPolicy: PreferDualStack
  ipFamilies: [IPv4]
  ports: [{port: 80}]
```

Sources: reconcile/backend/backend.go:setAddressIpVersion, getEndpointByEndpointSlice
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, LoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_backends._families import IPV6_GATE, NO_GATE, closed_gate, family_of
from clblint_backends._symptoms import told_of

_WHEN = ("spec.ipFamilies", "backend-ip-version")


@rule("ipv6-service-on-ipv4-backends", on=LoadBalancer, severity=Severity.WARNING, evidence="SP", when=_WHEN)
def check(balancer: LoadBalancer) -> Problems:
    """Report the family of a Service whose endpoints are all of the other one."""
    family, back_ends = family_of(balancer), balancer.back_ends
    if family is None or not balancer.service.has_only(family.left):
        return
    if family.taken == "IPv6" and not back_ends.are_pods:  # nodes are no endpoints
        return
    yield problem(
        "the Service has {left} endpoints alone, and the CCM takes {taken} ones, so nothing answers behind the {kind}",
        balancer.service.ip_families[0],
        because=[family.because],
        left=family.left,
        taken=family.taken,
        kind=balancer.kind,
        events=told_of(back_ends).events,
        seen='UnAvailableLoadBalancer: "There are no available nodes for {events}", or unhealthy node ports',
        fix="give the Service {taken} too: ipFamilyPolicy: PreferDualStack",
        subject="ipFamilies",
    )


@check.also(on=ClassicLoadBalancer)
def without_version(balancer: ClassicLoadBalancer) -> Problems:
    """Report the annotation where it is not heeded; on an NLB it is nlb-backend-ip-version-unmet."""
    asked, version = balancer.annotations.get("backend-ip-version"), balancer.annotations.get("ip-version")
    if not asked.readable or asked.value.lower() != "ipv6":
        return
    if version.is_empty or (version.readable and version.value.lower() != "ipv6"):
        yield problem(
            "backend-ip-version is ipv6 and ip-version is not, so it is not heeded and the back ends are IPv4",
            asked,
            because=[Reason(version, "IPv4" if version.is_set else "no ip-version here, so the CLB is IPv4")],
            key=balancer.annotations.key_of("ip-version"),
            seen="no event: ignored",
            fix='set {key}: "ipv6" (only before the CLB is created), or remove backend-ip-version',
            subject="backend-ip-version",
        )
    elif (gate := closed_gate(balancer)) is not None:
        yield NO_GATE.at(
            asked,
            because=[Reason(gate, "declared for this cluster")],
            wanted=asked.value,
            gate=IPV6_GATE,
            subject="backend-ip-version",
        )
