"""A certificate or a TLS setting is given for an NLB, but no listener is TCPSSL.

The protocol of a listener comes from `protocol-port` alone. Without an item `tcpssl:PORT` the listener stays TCP, and
clients that speak TLS reach the back ends with it; certificates, TLS policy and ALPN are sent without effect, or not at
all.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou  # <- here
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

What is switched off does no harm, and of a reused NLB without override no listener is managed:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: reused
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: nlbv2/listeners.go:buildListenerFromServicePort; pkg/provider/alibaba/nlb/listener.go:CreateNLBListenerAsync
"""

from __future__ import annotations

from clblint.api import N_, NetworkCarriedAnnotation, Problems, Severity, problem, rule
from clblint_listeners._network import is_off, is_on, lacks_tls
from clblint_listeners._tls import likely_tls_port

_SAY = N_('say which port terminates TLS: {key}: "tcpssl:{port}"')
_REMOVE = N_("remove it, or add a TCP port that terminates TLS")
_TLS = ("cert-id", "cacert-id", "cacert", "tls-cipher-policy", "alpn", "alpn-policy", "additional-cert-ids")


@rule("nlb-certificate-without-tcpssl", on=NetworkCarriedAnnotation, severity=Severity.WARNING, since="0.2", when=_TLS)
def check(carried: NetworkCarriedAnnotation) -> Problems:
    """Report an option that only TCPSSL listeners have."""
    balancer, suffix, option = carried
    asked = is_on(option) if suffix == "cacert" else not is_off(option)
    if suffix not in _TLS or not asked or not lacks_tls(balancer):
        return
    port = likely_tls_port(balancer.listeners)
    yield problem(
        "{suffix} is set, but no listener of the NLB is TCPSSL, so it is not used",
        option.at_key,
        suffix=suffix,
        seen="no event: the ports stay as they are",
        key=balancer.annotations.key_of("protocol-port"),
        port=port or 0,
        fix=_SAY if port is not None else _REMOVE,
        subject=suffix,
    )
