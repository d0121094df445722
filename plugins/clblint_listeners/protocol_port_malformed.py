"""An item of `protocol-port` is not of the form `protocol:port`.

For each port of the Service the CCM reads the items from left to right until one names that port. An item without a
colon, or with another protocol than `http`, `https`, `tcp` or `udp` in lower case, makes it give up on the whole
Service when it comes to it. Behind the item that decides, a wrong one is never read and never takes effect.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "443:https"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "HTTP:80"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Quotes inside the quotes are part of the value:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: '"http:80,https:443"'  # <- here
spec:
  type: LoadBalancer
  ports: [{name: http, port: 80}, {name: https, port: 443, targetPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443,http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: "1234567890123456-cn-hangzhou"
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: https, port: 443, targetPort: 80}
```

Sources: clbv1/listeners.go:protocol
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import N_, LoadBalancer, Problem, Problems, Severity, problem, problem_of_quotes, remove, replace, rule

if TYPE_CHECKING:
    from clblint.api import ProtocolItem

_PROTOCOLS = ("http", "https", "tcp", "udp")
_PARTS = 2


@rule("protocol-port-malformed", on=LoadBalancer, severity=Severity.ERROR, when=("protocol-port",), fix="safe")
def check(balancer: LoadBalancer) -> Problems:
    """Report each malformed item: an error where a port comes to it, else a warning."""
    ports = {str(port.port.value) for port in balancer.service.ports if port.port.holds}
    if (in_quotes := _in_quotes(balancer, refused=bool(ports))) is not None:
        yield in_quotes
        return
    for item in balancer.protocol_items:
        message = _fault(item)
        if message:
            refused = bool(ports) and "numeric" not in message
            meant = _meant(item)
            yield problem(
                message,
                item.at,
                item=item.at.text,
                seen='SyncLoadBalancerFailed: "{error}"' if refused else "no event: ignored",
                error=item.error.strip(),
                fix='write it like "https:443", several with a comma and no blanks between',
                subject=f"protocol-port {item.at.text}",
                severity=Severity.ERROR if refused else Severity.WARNING,
                edits=[] if meant is None else [replace(item.at, meant) if meant else remove(item.at)],
                safe=refused,
            )
        elif item.port is not None:
            ports.discard(item.port.text.strip())


def _in_quotes(balancer: LoadBalancer, *, refused: bool) -> Problem | None:
    first = next((item.error.strip() for item in balancer.protocol_items if item.error), "")
    return problem_of_quotes(
        balancer.annotations.get("protocol-port"),
        "protocol-port",
        comes_of_it=N_("no protocol begins so, and the CCM gives up on the Service"),
        seen='SyncLoadBalancerFailed: "{error}"' if refused and first else "no event: ignored",
        severity=Severity.ERROR if refused and first else Severity.WARNING,
        error=first,
    )


def _meant(item: ProtocolItem) -> str | None:
    """The item in its right order and letter case, nothing for an empty one; None where more than that is wrong."""
    words = [part.text.strip().lower() for part in item.parts]
    if words == [""]:
        return ""
    if len(words) != _PARTS:
        return None
    protocol, port = sorted(words, key=str.isdigit)
    return f"{protocol}:{port}" if protocol in _PROTOCOLS and port.isdigit() else None


def _fault(item: ProtocolItem) -> str:
    if not item.at.text.strip():
        return N_("an item of protocol-port is empty, and the CCM gives up on the Service when it comes to it")
    if item.port is None:
        return N_("{item} in protocol-port has no colon, and the CCM gives up on the Service when it comes to it")
    if item.protocol.text.strip() not in _PROTOCOLS:
        return N_(
            "{item} in protocol-port does not begin with http, https, tcp or udp in lower case: "
            "the CCM gives up on the Service"
        )
    if not item.port.text.strip().isdigit():
        return N_("{item} in protocol-port names no numeric port, so it never applies")
    return ""
