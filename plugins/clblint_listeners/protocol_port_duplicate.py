"""Two items of `protocol-port` name the same port.

For each port of the Service the CCM reads the items from left to right and takes the first that names it. A later one
for the same port is never used, and nothing says so: whoever changed the later item sees no effect.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,tcp:80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80,http:8080"
spec:
  type: LoadBalancer
  ports:
  - {name: web, port: 80}
  - {name: admin, port: 8080}
```

It is the same on an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcp:443,tcpssl:443"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
```

Sources: clbv1/listeners.go:protocol and nlbv2/listeners.go:nlbListenerProtocol, the first match wins
"""

from __future__ import annotations

from clblint.api import Problems, ProtocolItem, Reason, Severity, problem, remove, rule


@rule("protocol-port-duplicate", on=ProtocolItem, severity=Severity.WARNING, when=("protocol-port",), fix="unsafe")
def check(item: ProtocolItem) -> Problems:
    """Report an item behind the one that decides: a note where it says the same."""
    winner, ports = item.first, item.balancer.service.ports_by_number.get(item.key, [])
    is_read = item.counts and item.balancer.manages_listeners and any(port.port.holds for port in ports)
    if winner is None or not is_read:
        return
    yield problem(
        "{item} in protocol-port is never used, because {winner} before it names port {port}, too",
        item.at,
        because=[Reason(winner.at, "the first item that names port {port} decides")],
        item=item.at.text,
        winner=winner.at.text,
        port=item.key,
        seen="no event: ignored; the listener speaks {protocol}",
        protocol=winner.protocol.text,
        fix="keep one item for port {port}",
        subject=f"port {item.key}",
        severity=Severity.NOTE if winner.name == item.name else Severity.WARNING,
        edits=[remove(item.at)],
    )
