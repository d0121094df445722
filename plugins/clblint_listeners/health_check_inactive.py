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

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problems, Reason, Severity, catalogue, listeners_named, problem, rule
from clblint_listeners._health import CHECK_PARTS, HTTP_PARTS, by_http, checked
from clblint_listeners._options import L7, given, kept, lacks

if TYPE_CHECKING:
    from clblint.api import Listener


@rule("health-check-inactive", on=LoadBalancer, severity=Severity.WARNING, when=CHECK_PARTS)
def check(balancer: LoadBalancer) -> Problems:
    """Report the first detail that no listener uses; the others are reasons."""
    facts = {suffix: fact for suffix in CHECK_PARTS if (fact := given(balancer, suffix)) is not None}
    if not facts:
        return
    listeners = kept(balancer)
    for switch, value in (("health-check-flag", "on"), ("health-check-type", "http")):
        idle = [suffix for suffix in facts if _waits_for(switch, suffix, listeners)]
        if not idle or not lacks(balancer, switch):
            continue
        takers = [each for each in listeners if (each.protocol.value in L7) == (switch == "health-check-flag")]
        yield problem(
            "{suffix} is set, but while {switch} is not on nothing is checked behind {listeners}"
            if value == "on"
            else "{suffix} is set, but while {switch} is not http the check of {listeners} only connects",
            facts[idle[0]].at_key,
            because=[Reason(facts[suffix].at_key, "not used either") for suffix in idle[1:]],
            suffix=idle[0],
            switch=switch,
            listeners=listeners_named(takers),
            key=balancer.annotations.key_of(switch),
            value=value,
            seen="no event: ignored",
            fix='set {key}: "{value}"',
            subject=idle[0],
        )


def _waits_for(switch: str, suffix: str, listeners: list[Listener]) -> bool:
    """Whether no listener uses a detail, and this switch is what the first of them lacks."""
    protocols = catalogue().by_suffix(suffix).protocols
    takers = [listener for listener in listeners if listener.protocol.value in protocols]
    if not takers or any(_uses(listener, suffix) is not False for listener in takers):
        return False
    wanted = "health-check-flag" if any(each.protocol.value in L7 for each in takers) else "health-check-type"
    return switch == wanted and (wanted == "health-check-flag" or checked(takers[0]) is True)


def _uses(listener: Listener, suffix: str) -> bool | None:
    works = checked(listener)
    if works and suffix in HTTP_PARTS:
        return by_http(listener)
    return works
