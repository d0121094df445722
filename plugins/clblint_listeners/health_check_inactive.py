"""A detail of the health check is set, but the check that would use it is not on.

`http` and `https` listeners check nothing unless `health-check-flag` is on. `tcp` listeners check by connecting, and
read `health-check-uri`, `-domain` and `-httpcode` only where `health-check-type` is `http`. What is set besides is
without effect, and nothing says so.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: /healthz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: /healthz  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: /healthz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: plain
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-type: http
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-uri: /healthz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A check that is switched off on purpose may keep its details:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-switch: "off"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "5"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/provider/alibaba/slb/listener.go; clbv1/listeners.go:setDefaultValueForListener; SLB API, HealthCheckType
"""

from __future__ import annotations

from clblint.api import ClassicCarriedAnnotation, Problems, Reason, Severity, catalogue, listeners_named, problem, rule
from clblint_listeners._health import CHECK_PARTS, HTTP_PARTS, by_http, checked
from clblint_listeners._options import L7, given, lacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import ClassicListener, ClassicLoadBalancer

_FLAG = "health-check-flag"


@rule("health-check-inactive", on=ClassicCarriedAnnotation, severity=Severity.WARNING, when=CHECK_PARTS)
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report the first detail that no listener uses for want of a switch; the others are reasons."""
    balancer, suffix, fact = carried
    switch, listeners = _switch_for(carried.suffix, balancer), balancer.kept_listeners
    if not switch or not lacks(balancer, switch):
        return
    first, *others = (one for one in CHECK_PARTS if _switch_for(one, balancer) == switch)
    if first != suffix:
        return
    takers = [each for each in listeners if (each.protocol.value in L7) == (switch == _FLAG)]
    yield problem(
        "{suffix} is set, but while {switch} is not on nothing is checked behind {listeners}"
        if switch == _FLAG
        else "{suffix} is set, but while {switch} is not http the check of {listeners} only connects",
        fact.at_key,
        because=[Reason(balancer.annotations.get(other).at_key, "not used either") for other in others],
        suffix=suffix,
        switch=switch,
        listeners=listeners_named(takers),
        key=balancer.annotations.key_of(switch),
        value="on" if switch == _FLAG else "http",
        seen="no event: ignored",
        fix='set {key}: "{value}"',
        subject=suffix,
    )


def _switch_for(suffix: str, balancer: ClassicLoadBalancer) -> str:
    """What the first listener lacks that could use a detail; empty where the detail is not given, or one uses it."""
    if suffix not in CHECK_PARTS or given(balancer, suffix) is None:
        return ""
    protocols = catalogue().by_suffix(suffix).protocols
    takers = [listener for listener in balancer.kept_listeners if listener.protocol.value in protocols]
    if not takers or any(_uses(listener, suffix) is not False for listener in takers):
        return ""
    if any(each.protocol.value in L7 for each in takers):
        return _FLAG
    return "health-check-type" if checked(takers[0]) is True else ""


def _uses(listener: ClassicListener, suffix: str) -> bool | None:
    works = checked(listener)
    if works and suffix in HTTP_PARTS:
        return by_http(listener)
    return works
