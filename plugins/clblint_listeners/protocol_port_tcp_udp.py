"""An item of `protocol-port` names a port number that the Service has both as TCP and as UDP.

The item is matched by number alone, so it turns both ports into listeners of one protocol. The CCM asks for the same
listener twice, and the second call is refused; what was the UDP port has no listener. Without the item TCP and UDP may
share a number.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcp:53"  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:9153"
spec:
  type: LoadBalancer
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
  - {name: metrics, port: 9153, protocol: TCP}
```

Sources: clbv1/listeners.go:protocol compares the port only; SLB API, ListenerAlreadyExists
"""

from __future__ import annotations

from clblint.api import ClassicProtocolItem, Problems, Reason, Severity, listed, problem, rule


@rule("protocol-port-tcp-udp", on=ClassicProtocolItem, severity=Severity.ERROR, when=("protocol-port",))
def check(item: ClassicProtocolItem) -> Problems:
    """Report an item that decides for ports of two protocols."""
    if not item.balancer.manages_listeners:
        return
    decided = [each for each in item.balancer.listeners if each.protocol_item is item and each.protocol.holds]
    facts = [each.service_port.protocol for each in decided]
    spoken = dict.fromkeys(fact.value for fact in facts if fact.holds)
    if len(spoken) < 2:  # noqa: PLR2004 - two protocols
        return
    yield problem(
        "{item} in protocol-port makes two {protocol} listeners of port {port}, which the Service has as {spoken}",
        item.at,
        because=[Reason(listener.port, "port {port} again") for listener in decided],
        item=item.at.text,
        protocol=item.protocol.text,
        port=decided[0].port.value,
        spoken=listed(spoken),
        seen="SyncLoadBalancerFailed: ListenerAlreadyExists",
        fix="take {item} out: TCP and UDP listeners may share a number; for http or https give the ports "
        "different numbers",
        subject=f"port {decided[0].port.value}",
    )
