"""The check of client certificates lacks one of its two settings.

`cacert: "on"` has the TCPSSL listeners of an NLB ask clients for a certificate, and `cacert-id` names the CA that must
have signed it. The switch without a CA is refused by the API; a CA without the switch checks nobody.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert: "on"  # <- here (error)
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert-id: 1ef1ab2c-3d4e  # <- here (warning): every client
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert-id: 1ef1ab2c-3d4e
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

An explicit `off` is a decision:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cacert-id: 1ef1ab2c-3d4e
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: ACK page on NLB annotations, cacert; NLB API, CreateListener, CaEnabled
"""

from __future__ import annotations

from clblint.api import Case, NetworkLoadBalancer, Problems, Severity, rule
from clblint_listeners._tls_pairs import Pair, half_of

_NO_CA = Case(
    "cacert is on, but cacert-id names no CA, so the API refuses the TCPSSL listeners",
    seen='SyncLoadBalancerFailed: "EnsureListenerUpdated error: ...", of a live listener "EnsureListenerCreated '
    'error: ..."',
    fix="set {detail} to the id of a CA certificate",
)
_NOT_ON = Case(
    "cacert-id names a CA, but cacert is not on, so every client gets in",
    seen="no event: no client is asked for a certificate",
    fix='set {switch}: "on"',
    severity=Severity.WARNING,
)
_PAIR = Pair("cacert", "cacert-id", switch_alone=_NO_CA, detail_alone=_NOT_ON)


@rule(
    "nlb-mutual-tls-incomplete",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=(_PAIR.switch, _PAIR.detail),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the one that is there."""
    yield from half_of(balancer, _PAIR)
