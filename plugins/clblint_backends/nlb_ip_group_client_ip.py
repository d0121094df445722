"""Addresses of clients are to be kept in a group of addresses.

`preserve-client-ip` has no effect on server groups of type Ip: their back ends see addresses of the NLB. What tells
them the client is the proxy protocol, if they speak it.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "on"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Ip
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "off"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-server-group-type: Instance
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-client-ip: "on"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: Enable NLB to preserve client IP addresses
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Reason, Severity, problem, rule
from clblint_backends._groups import means


@rule(
    "nlb-ip-group-client-ip", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2", when=("preserve-client-ip",)
)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the wish."""
    groups = [group for group in balancer.own_groups if group.type.is_("Ip")]
    preserve = balancer.annotations.get("preserve-client-ip")
    if not groups or not means(preserve, "on"):
        return
    yield problem(
        "preserve-client-ip has no effect on server groups of type Ip: back ends see addresses of the NLB",
        preserve,
        because=[Reason(groups[0].type, "makes the groups hold addresses")],
        key=balancer.annotations.key_of("proxy-protocol"),
        seen="no event: the back ends see addresses of the NLB",
        fix='remove it; if the back ends speak the proxy protocol, set {key}: "on"',
        subject="preserve-client-ip",
    )
