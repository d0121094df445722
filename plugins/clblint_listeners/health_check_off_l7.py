"""HTTP or HTTPS listeners have no health check.

The CCM switches the check of `http` and `https` listeners off unless `health-check-flag` is on, other than the CLB does
for `tcp` and `udp`. Back ends that are down keep getting their share of requests, which then fail.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

An explicit off is a decision, and a listener that redirects has nothing to check:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: redirect
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1abcdefghijklmnopqr
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-forward-port: "80:443"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:setDefaultValueForListener; ACK annotation page, health checks
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, listeners_named, problem, rule
from clblint_listeners._health import CHECK_PARTS, HTTP_PARTS, by_http
from clblint_listeners._options import L7, lacks

_OF_L7: tuple[str, ...] = ("health-check-method", "health-check-timeout")


@rule("health-check-off-l7", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("protocol-port",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report what makes the first listener http; where checks are half configured, other rules speak."""
    if not balancer.protocol_items or not lacks(balancer, "health-check-flag"):
        return
    listeners = balancer.kept_listeners
    unchecked = [listener for listener in listeners if listener.protocol.value in L7]
    details = (*CHECK_PARTS, "health-check-switch") if len(unchecked) == len(listeners) else _OF_L7
    of_http = () if any(by_http(one) for one in listeners if one not in unchecked) else HTTP_PARTS
    if not unchecked or any(not lacks(balancer, suffix) for suffix in (*details, *of_http)):
        return
    yield problem(
        "nothing is checked behind {listeners}: back ends that are down get requests, too",
        unchecked[0].protocol,
        listeners=listeners_named(unchecked),
        key=balancer.annotations.key_of("health-check-flag"),
        seen="no event: the CCM asks for health check off",
        fix='set {key}: "on", or "off" if that is meant',
        subject="health-check-flag",
    )
