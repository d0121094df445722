"""An item of `protocol-port` names a port that the Service does not have.

The item matches no listener and is ignored; the port that was meant keeps the protocol of `spec.ports`, plain TCP.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:8080"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:080"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
spec:
  type: LoadBalancer
  ports: [{port: 80, targetPort: 8080}]
```

It is the same on an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:8443"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: clbv1/listeners.go:protocol and nlbv2/listeners.go:nlbListenerProtocol compare with spec.ports[].port as text
"""

from __future__ import annotations

from clblint.api import Problems, ProtocolItem, Reason, Severity, ports_named, problem, replace, rule, whole


@rule(
    "protocol-port-unknown-port",
    on=ProtocolItem,
    severity=Severity.WARNING,
    when=("protocol-port",),
    fix="unsafe",
)
def check(item: ProtocolItem) -> Problems:
    """Report an item whose port is none of the Service's."""
    service, number = item.balancer.service, item.port.text.strip() if item.port is not None else ""
    if not service.ports or not item.balancer.manages_listeners or not (number.isascii() and number.isdigit()):
        return
    bare = str(whole(number))  # the CCM compares texts: 080 is no port
    meant = service.ports_by_number.get(bare, [])
    if number == bare and (meant or not service.has_known_ports):
        return
    targets = service.ports_by_target.get(number, []) if not meant else []
    yield problem(
        "{item} in protocol-port names port {number}, which the Service does not have",
        item.at,
        because=[Reason(target.target, "{number} is the targetPort, not the port") for target in targets],
        item=item.at.text,
        number=number,
        ports=ports_named(service.ports),
        seen="no event: ignored; the listener that was meant stays TCP",
        fix="write a port of the Service (it has {ports}), or remove the item",
        subject=f"protocol-port {item.at.text}",
        edits=[replace(item.port, str(only[0].port.value))] if item.port and len(only := meant or targets) == 1 else [],
    )
