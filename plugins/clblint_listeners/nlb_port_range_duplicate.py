"""Two items of `listener-port-range` name the same port.

For each port of the Service the CCM reads the items from left to right and takes the first that names it: a listener
has one range. The range of a later item for the same port is never listened on, and nothing says so.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80,3000-4000:80"  # <- here
    service.beta.kubernetes.io/backend-type: eni
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80,3000-4000:81"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
  - {name: low, port: 80}
  - {name: high, port: 81}
```

Sources: nlbv2/listeners.go:portRange, the first match wins
"""

from __future__ import annotations

from clblint.api import PortRangeItem, Problems, Reason, Severity, problem, remove, rule


@rule(
    "nlb-port-range-duplicate",
    on=PortRangeItem,
    severity=Severity.WARNING,
    evidence="SP",
    since="0.2",
    when=("listener-port-range",),
    fix="unsafe",
)
def check(item: PortRangeItem) -> Problems:
    """Report an item behind the one that decides: a note where that has all of its ports."""
    winner, balancer = item.first, item.balancer
    if winner is None or not item.counts or winner.port != item.port or not balancer.manages_listeners:
        return
    if all(str(port.port.value) != item.port for port in balancer.service.ports if port.port.holds):
        return
    yield problem(
        "{item} in listener-port-range is never used, because {winner} before it names port {port}, too",
        item.at,
        because=[Reason(winner.at, "the first item that names port {port} decides")],
        item=item.at.text,
        winner=winner.at.text,
        port=item.key,
        range=winner.ports,
        seen="no event: ignored; the listener has ports {range}",
        fix="give the Service another port for the second range",
        subject=f"port {item.key}",
        severity=Severity.NOTE if item.ports.within(winner.ports) else None,
        edits=[remove(item.at)],
    )
