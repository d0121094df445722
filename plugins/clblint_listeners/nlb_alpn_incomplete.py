"""The negotiation of protocols (ALPN) lacks one of its two settings.

`alpn: "on"` without `alpn-policy` sends an empty policy, which the API refuses. `alpn-policy` without the switch is not
sent at all.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "on"  # <- here (error)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn-policy: HTTP2Optional  # <- here (warning): not sent
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn-policy: HTTP2Optional
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: decided
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn-policy: HTTP2Optional
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: pkg/provider/alibaba/nlb/listener.go:CreateNLBListenerAsync; NLB API, CreateListener, AlpnPolicy
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_listeners._tls_pairs import Pair, half_of

_NO_POLICY = Case(
    "alpn is on, but alpn-policy is not set, so an empty policy is sent and refused",
    seen='SyncLoadBalancerFailed: "EnsureListenerUpdated error: ...", of a live listener "EnsureListenerCreated '
    'error: ..."',
    fix='set {detail} to HTTP1Only, HTTP2Only, HTTP2Optional or HTTP2Preferred, or {switch}: "off"',
)
_NOT_ON = Case(
    "alpn-policy is set, but alpn is not on, so it is not sent",
    seen="no event: ignored; clients are offered no protocol",
    fix='set {switch}: "on"',
    severity=Severity.WARNING,
)
_PAIR = Pair("alpn", "alpn-policy", switch_alone=_NO_POLICY, detail_alone=_NOT_ON)


@rule(
    "nlb-alpn-incomplete",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=(_PAIR.switch, _PAIR.detail),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the one that is there."""
    yield from half_of(balancer, _PAIR)
