"""Two listeners of one protocol listen on the same port.

A range of `listener-port-range` must not hold another port of the Service, or a part of another range, of the same
protocol. The CCM compares them before it calls the API, and gives up on the whole Service.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-443:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: web, port: 80}
  - {name: tls, port: 443}  # <- here
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "80-442:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: web, port: 80}
  - {name: tls, port: 443}
  - {name: dns, port: 53, protocol: UDP}
---
apiVersion: v1
kind: Service
metadata:
  name: udp
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "50-100:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: web, port: 80}
  - {name: dns, port: 53, protocol: UDP}
```

Sources: nlbv2/listeners.go:checkListenersPortOverlap
"""

from __future__ import annotations

from clblint.api import NetworkListener, Problems, Reason, Severity, problem, rule
from clblint_listeners._ranges import sharing_ports


@rule("nlb-port-range-overlap", on=NetworkListener, severity=Severity.ERROR, since="0.2", when=("listener-port-range",))
def check(listener: NetworkListener) -> Problems:
    """Report the later of two listeners."""
    other = next((one for one in sharing_ports(listener) if one.overlaps(listener)), None)
    if other is None:
        return
    yield problem(
        "ports {ports} and {others} of the Service overlap, so the CCM gives up on it",
        listener.where,
        because=[Reason(other.where, "the other one")],
        ports=listener.shown_ports,
        others=other.shown_ports,
        seen='SyncLoadBalancerFailed: "build nlb listener error: port of listener [{others}] overlaps with listener '
        '[{ports}]"',
        fix="narrow the range",
        subject=f"port {listener.port.value}",
    )
