"""The back ends of an NLB see its addresses, and not those of the clients.

Where TLS is terminated in the NLB, and in server groups of type Ip, connections to the back ends come from the NLB. The
Proxy Protocol tells them the address of the client, if they read it. This is advice, which `--pedantic` shows.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip  # <- here
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
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

An explicit `off` is a decision:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-proxy-protocol: "off"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: NLB, "Enable NLB to preserve client IP addresses"
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule
from clblint_listeners._network import tls_listeners


@rule(
    "nlb-client-ip-lost",
    on=NetworkLoadBalancer,
    severity=Severity.PEDANTIC,
    since="0.2",
    when=("protocol-port", "server-group-type"),
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report what hides the clients."""
    listeners = tls_listeners(balancer)
    by_address = [group.type for group in balancer.server_groups if group.type.is_("Ip") and group.vgroup_id.is_empty]
    hiding = [*(listener.protocol for listener in listeners), *by_address]
    if hiding and balancer.annotations.get("proxy-protocol").is_empty and balancer.manages_listeners:
        yield problem(
            "the back ends see addresses of the NLB, and not those of the clients",
            hiding[0],
            key=balancer.annotations.key_of("proxy-protocol"),
            seen="no event: access logs and filters of the pods see addresses of the VPC",
            fix='where the back ends read PROXY v2, set {key}: "on"',
            subject="proxy-protocol",
        )
