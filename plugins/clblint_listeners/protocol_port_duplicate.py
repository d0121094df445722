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

Sources: clbv1/listeners.go:protocol, the first match wins
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problems, Reason, Severity, problem, remove, rule

if TYPE_CHECKING:
    from clblint.api import ProtocolItem


@rule("protocol-port-duplicate", on=LoadBalancer, severity=Severity.WARNING, when=("protocol-port",), fix="unsafe")
def check(balancer: LoadBalancer) -> Problems:
    """Report each item behind the one that decides: a note where it says the same."""
    items = balancer.protocol_items
    if len(items) < 2 or not balancer.manages_listeners:  # noqa: PLR2004 - two make a pair
        return
    ports = {str(port.port.value) for port in balancer.service.ports if port.port.holds}
    first: dict[str, ProtocolItem] = {}
    for item in items:
        number = item.port.text if item.port is not None else ""
        if item.error or number not in ports:
            continue
        winner = first.setdefault(number, item)
        if winner is item:
            continue
        same = winner.protocol.text == item.protocol.text
        yield problem(
            "{item} in protocol-port is never used, because {winner} before it names port {port}, too",
            item.at,
            because=[Reason(winner.at, "the first item that names port {port} decides")],
            item=item.at.text,
            winner=winner.at.text,
            port=number,
            seen="no event: ignored; the listener speaks {protocol}",
            protocol=winner.protocol.text,
            fix="keep one item for port {port}",
            subject=f"port {number}",
            severity=Severity.NOTE if same else Severity.WARNING,
            edits=[remove(item.at)],
        )
