"""A health check is given less time than there is between two checks.

Where the timeout is shorter than `health-check-interval`, the CLB takes the interval for the timeout. Back ends that
hang are found later than the numbers promise.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-timeout: "3"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "5"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-timeout: "5"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-interval: "5"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, HealthCheckConnectTimeout and HealthCheckTimeout: if smaller than HealthCheckInterval, it is ignored
"""

from __future__ import annotations

from clblint.api import ClassicCarriedAnnotation, Problems, Reason, Severity, listeners_named, problem, rule
from clblint_listeners._health import checked
from clblint_listeners._options import L4, L7, given, kept, number

_INTERVAL = "health-check-interval"
_TIMEOUTS = {"health-check-connect-timeout": L4, "health-check-timeout": L7}


@rule("health-check-timeout-short", on=ClassicCarriedAnnotation, severity=Severity.WARNING, when=(_INTERVAL,))
def check(carried: ClassicCarriedAnnotation) -> Problems:
    """Report a timeout that is shorter than the interval."""
    balancer, suffix, fact = carried
    protocols = _TIMEOUTS.get(suffix)
    if protocols is None:
        return
    pause, timeout = given(balancer, _INTERVAL), number(given(balancer, suffix), suffix)
    interval = number(pause, _INTERVAL)
    if pause is None or interval is None or timeout is None or timeout >= interval:
        return
    listeners = [listener for listener in kept(balancer, protocols) if checked(listener)]
    if listeners:
        yield problem(
            "{suffix} {timeout} is shorter than health-check-interval {interval}, so {interval} is used instead",
            fact,
            because=[Reason(pause, "the time between two checks")],
            suffix=suffix,
            timeout=timeout,
            interval=interval,
            listeners=listeners_named(listeners),
            seen="no event: a wait of {interval} seconds behind {listeners}",
            fix="make the timeout at least as long as the interval",
            subject=suffix,
        )
