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

On an NLB the CCM sees that both listeners would be the same, and gives up on the whole Service:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: dns
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcp:53"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: dns, port: 53, protocol: UDP}
  - {name: dns-tcp, port: 53, protocol: TCP}
```

Sources: clbv1/listeners.go:protocol compares the port only; SLB API, ListenerAlreadyExists;
nlbv2/listeners.go:checkListenersPortOverlap
"""

from __future__ import annotations

from clblint.api import (
    N_,
    Case,
    ClassicProtocolItem,
    Problems,
    Reason,
    Severity,
    listed,
    rule,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import NetworkProtocolItem, ProtocolItem

_MESSAGE = N_(
    "{item} in protocol-port makes two {protocol} listeners of port {port}, which the Service has as {spoken}"
)
_ON_CLB = Case(
    _MESSAGE,
    seen="SyncLoadBalancerFailed: ListenerAlreadyExists",
    fix="take {item} out: TCP and UDP listeners may share a number; for http or https give the ports different numbers",
)
_ON_NLB = Case(
    _MESSAGE,
    seen='SyncLoadBalancerFailed: "port of listener [{port}] overlaps with listener [{port}]"',
    fix="take {item} out: TCP and UDP listeners may share a number; for tcpssl give the ports different numbers",
)


@rule("protocol-port-tcp-udp", on=ClassicProtocolItem, severity=Severity.ERROR, when=("protocol-port",))
def check(item: ClassicProtocolItem) -> Problems:
    """Report an item that decides for ports of two protocols."""
    if item.balancer.manages_listeners:
        yield from _decided(item, _ON_CLB)


@check.also(on="NetworkProtocolItem")
def on_nlb(item: NetworkProtocolItem) -> Problems:
    """Report it for a reused NLB without override, too: the CCM compares listeners before it looks at that."""
    yield from _decided(item, _ON_NLB)


def _decided(item: ProtocolItem, case: Case) -> Problems:
    there = item.balancer.listeners_by_port.get(item.key, [])
    decided = [each for each in there if each.protocol_item is item and each.protocol.holds]
    facts = [each.service_port.protocol for each in decided]
    spoken = dict.fromkeys(fact.value for fact in facts if fact.holds)
    if len(spoken) > 1:
        yield case.at(
            item.at,
            because=[Reason(listener.port, "port {port} again") for listener in decided],
            item=item.at.text,
            protocol=item.protocol.text,
            port=decided[0].port.value,
            spoken=listed(spoken),
            subject=f"port {decided[0].port.value}",
        )
