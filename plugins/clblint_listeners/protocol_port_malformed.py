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

On an NLB the protocols are `tcp`, `udp` and `tcpssl`, in any letter case; of `http` and `https`, `nlb-protocol-http`
speaks:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "443:tcpssl"  # <- here: udp or tcpssl
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "TcpSSL:443"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 80}]
```

Sources: clbv1/listeners.go:protocol; nlbv2/listeners.go:nlbListenerProtocol
"""

from __future__ import annotations

from clblint.api import (
    N_,
    LoadBalancer,
    Problems,
    ProtocolFault,
    ProtocolItem,
    Severity,
    is_quoted,
    problem_of_quotes,
    remove,
    replace,
    rule,
)
from clblint_listeners._protocols import fault_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import FixEdit

_IGNORED, _GIVEN_UP = N_("no event: ignored"), N_('SyncLoadBalancerFailed: "{error}"')


@rule("protocol-port-malformed", on=ProtocolItem, severity=Severity.ERROR, when=("protocol-port",), fix="safe")
def check(item: ProtocolItem) -> Problems:
    """Report a malformed item: an error where a port comes to it, else a warning."""
    refused, case = item.is_reached and item.fault is not ProtocolFault.NO_NUMBER, fault_of(item)
    if case is not None and not is_quoted(item.at.fact):
        yield case.at(
            item.at,
            item=item.at.text,
            seen=_GIVEN_UP if refused else _IGNORED,
            error=item.error.strip(),
            subject=f"protocol-port {item.at.text}",
            severity=Severity.ERROR if refused else Severity.WARNING,
            edits=_meant(item),
            safe=refused,
        )


@check.also(on=LoadBalancer)
def in_quotes(balancer: LoadBalancer) -> Problems:
    """Report items in quotes, with the first error that comes of it."""
    error = next((item.error.strip() for item in balancer.protocol_items if item.error), "")
    refused = error and balancer.protocol_reach
    yield from problem_of_quotes(
        balancer.annotations.get("protocol-port"),
        "protocol-port",
        comes_of_it=N_("no protocol begins so, and the CCM gives up on the Service"),
        seen=_GIVEN_UP if refused else _IGNORED,
        severity=Severity.ERROR if refused else Severity.WARNING,
        error=error,
    )


def _meant(item: ProtocolItem) -> list[FixEdit | None]:
    """Put an item into its right order and letter case, if nothing else is wrong, and take an empty one away."""
    meant = item.meant if item.error else None
    if meant is None:
        return []
    return [replace(item.at, ":".join(meant).lower()) if any(meant) else remove(item.at)]
