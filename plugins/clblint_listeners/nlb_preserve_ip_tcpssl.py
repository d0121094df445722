"""The addresses of clients are to be preserved on an NLB that terminates TLS.

Where TLS is terminated in the NLB, the NLB speaks to the back ends with addresses of its own. `preserve-client-ip:
"on"` is refused for the server group of a TCPSSL listener, or keeps the two from being joined. The Proxy Protocol
carries the address of the client instead, if the back ends read it.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "on"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: ACK page on NLB annotations, preserve-client-ip; NLB API, CreateServerGroup, PreserveClientIpEnabled
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, replace, rule
from clblint_listeners._network import is_on, why_tls


@rule(
    "nlb-preserve-ip-tcpssl",
    on=NetworkLoadBalancer,
    severity=Severity.ERROR,
    fix="unsafe",
    since="0.2",
    when=("preserve-client-ip",),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the switch, unless the groups are the user's own."""
    fact = balancer.annotations.get("preserve-client-ip")
    listeners = [one for one in balancer.listeners if one.is_tcpssl and one.server_group.vgroup_id.is_empty]
    if is_on(fact) and listeners:
        yield problem(
            "preserve-client-ip is on, and the server group of a TCPSSL listener cannot preserve addresses",
            fact,
            because=why_tls(listeners),
            seen='SyncLoadBalancerFailed: "EnsureServerGroupCreated error: ...", of a live group '
            '"UpdateNLBServerGroup error: ...", or the listener is refused',
            fix='set it to "off"; with proxy-protocol back ends that read PROXY v2 learn the address',
            subject="preserve-client-ip",
            edits=[replace(fact, "off")],
        )
