"""An item of `listener-port-range` names a port that the Service does not have.

The number behind the colon is the port in `spec.ports`. If none has it, the item has no effect, and the port that was
meant has a plain listener.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:8080"  # <- here
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 8080}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-listener-port-range: "1000-2000:80"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80, targetPort: 8080}]
```

Sources: nlbv2/listeners.go:portRange compares with spec.ports[].port as text
"""

from __future__ import annotations

from clblint.api import PortRangeItem, Problems, Reason, Severity, is_quoted, ports_named, problem, replace, rule


@rule(
    "nlb-port-range-unknown-port",
    on=PortRangeItem,
    severity=Severity.WARNING,
    fix="unsafe",
    since="0.2",
    when=("listener-port-range",),
)
def check(item: PortRangeItem) -> Problems:
    """Report an item whose port is none of the Service's."""
    service, number = item.balancer.service, item.key
    if not service.ports or not number or is_quoted(item.at.fact):
        return
    if not service.has_known_ports or number in service.ports_by_number:
        return
    targets = service.ports_by_target.get(number, [])
    yield problem(
        "{item} in listener-port-range names port {number}, which the Service does not have",
        item.at,
        because=[Reason(target.target, "{number} is the targetPort, not the port") for target in targets],
        item=item.at.text.strip(),
        number=number,
        ports=ports_named(service.ports),
        seen="no event: ignored; the port that was meant has a plain listener",
        fix="write a port of the Service (it has {ports}), or remove the item",
        subject=f"listener-port-range {item.at.text.strip()}",
        edits=[replace(item.parts[1], str(targets[0].port.value))] if len(targets) == 1 else [],
    )
