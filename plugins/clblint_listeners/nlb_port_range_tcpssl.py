"""A range of TCP ports holds a port that is to end TLS.

TCP and TCPSSL are one class of listeners: an NLB cannot have both on a port. The CCM compares listeners of one protocol
only and lets this pass; the API refuses the second listener.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "400-500:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: web, port: 80}
  - {name: tls, port: 443, targetPort: 8080}  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "500-600:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: web, port: 80}
  - {name: tls, port: 443, targetPort: 8080}
```

Sources: NLB, "NLB listeners"; nlbv2/listeners.go:checkListenersPortOverlap
"""

from __future__ import annotations

from clblint.api import NetworkListener, Problems, Reason, Severity, problem, rule
from clblint_listeners._ranges import sharing_ports

_ONE_CLASS = {"TCP", "TCPSSL"}


@rule("nlb-port-range-tcpssl", on=NetworkListener, severity=Severity.ERROR, since="0.2", when=("listener-port-range",))
def check(listener: NetworkListener) -> Problems:
    """Report the later of two listeners."""
    others = [one for one in sharing_ports(listener) if {one.protocol.value, listener.protocol.value} == _ONE_CLASS]
    if not others or not listener.managed:
        return
    yield problem(
        "ports {ports} ({protocol}) and {others} ({other}) overlap, and an NLB has one of them on a port",
        listener.where,
        because=[Reason(others[0].where, "the other one")],
        ports=listener.shown_ports,
        protocol=listener.protocol.value,
        others=others[0].shown_ports,
        other=others[0].protocol.value,
        seen='SyncLoadBalancerFailed: "EnsureListenerUpdated error: ..."',
        fix="leave the port that terminates TLS out of the range",
        subject=f"port {listener.port.value}",
    )
