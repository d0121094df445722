"""HTTP/2 is agreed upon with clients by an NLB that only decrypts it.

A TCPSSL listener terminates TLS and hands on what is inside, byte by byte. What was agreed upon with the client is what
the back ends get: with `HTTP2Only` and `HTTP2Preferred` that is HTTP/2 without TLS (h2c), which most servers speak only
where it is switched on.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn-policy: HTTP2Preferred  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-alpn-policy: HTTP1Only
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: NLB, listeners that use TCPSSL; ACK page on NLB annotations, alpn-policy
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule
from clblint_listeners._network import is_on, tls_listeners, why_tls


@rule("nlb-alpn-h2-backend", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2", when=("alpn-policy",))
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the policy."""
    policy, listeners = balancer.annotations.get("alpn-policy"), tls_listeners(balancer)
    if not policy.one_of("HTTP2Only", "HTTP2Preferred") or not is_on(balancer.annotations.get("alpn")) or not listeners:
        return
    yield problem(
        "with alpn-policy {policy} the back ends get HTTP/2 without TLS",
        policy,
        because=why_tls(listeners),
        policy=policy.value,
        seen="no event: protocol errors where a server speaks HTTP/1.1 only on that port",
        fix="see that the back ends speak clear-text HTTP/2, or take HTTP1Only",
        subject="alpn-policy",
    )
