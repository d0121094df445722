"""An item of `protocol-port` gives a port a listener that does not speak the port's own protocol.

The CCM takes the protocol of the listener from the annotation and does not compare it with `spec.ports`. A `tcp`,
`http` or `https` listener sends TCP; a node port or pod of a UDP port does not answer TCP, and the other way round.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "udp:53"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 53}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "udp:53,http:80"
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: web, port: 80}
```

On an NLB `tcp` and `tcpssl` send TCP:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:53"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 53, protocol: UDP}]
```

Sources: clbv1/listeners.go:protocol and nlbv2/listeners.go:nlbListenerProtocol do not look at
spec.ports[].protocol where an item matches
"""

from __future__ import annotations

from clblint.api import Listener, Problems, Reason, Severity, problem, rule


@rule("protocol-port-mismatch", on=Listener, severity=Severity.ERROR, when=("protocol-port",))
def check(listener: Listener) -> Problems:
    """Report the item; where it decides for two ports, `protocol-port-tcp-udp` speaks."""
    item, spoken = listener.protocol_item, listener.service_port.protocol
    if item is None or not listener.protocol.holds or not spoken.holds or not listener.managed:
        return
    sent = "UDP" if listener.protocol.value.lower() == "udp" else "TCP"
    if spoken.value.upper() == sent:
        return
    if any(other.protocol_item is item for other in listener.balancer.listeners if other is not listener):
        return
    yield problem(
        "listener {port} is {protocol} and sends {sent}, but port {port} of the Service is {spoken}",
        listener.protocol,
        because=[Reason(spoken, "port {port} is {spoken}")],
        port=listener.port.value,
        protocol=listener.protocol.value,
        sent=sent,
        spoken=spoken.value,
        seen="no event: back ends do not answer, and health checks fail",
        fix="give the port protocol: {sent}, or take {item} out of protocol-port",
        item=item.at.text,
        subject=f"port {listener.port.value}",
    )
