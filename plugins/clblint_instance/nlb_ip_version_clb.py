"""An NLB is asked for IPv6 alone, which only CLBs have.

A CLB has an IPv4 or an IPv6 address, an NLB an IPv4 address or both: its word is DualStack. "ipv6" is sent as it
stands, and the API refuses to make the NLB; on an NLB that is there it is an attempt to change what cannot be changed.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: dualstack
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: classic
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-ip-version: ipv6
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/model/nlb/nlb.go:GetAddressIpVersion; ACK page on NLB annotations, ip-version
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, replace, rule
from clblint_instance._values import wrong_value

_NAME, _SUFFIX = "nlb-ip-version-clb", "ip-version"
_BOTH = "DualStack"


@rule(_NAME, on=NetworkLoadBalancer, severity=Severity.ERROR, fix="unsafe", since="0.2", when=(_SUFFIX,))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the word of CLBs."""
    version, found = wrong_value(balancer, _SUFFIX, _NAME)
    if found is None:
        return
    yield problem(
        "{key} is {value}, which only CLBs take: an NLB has IPv4, or IPv4 and IPv6",
        version,
        key=balancer.annotations.key_of(_SUFFIX),
        value=version.value,
        both=_BOTH,
        seen='SyncLoadBalancerFailed: "create nlb error: ..."; on an NLB that is there "AddressIpVersion cannot be '
        'changed"',
        fix="write {both}, with vSwitches that have IPv6",
        subject=_SUFFIX,
        edits=[replace(version, _BOTH)],
    )
