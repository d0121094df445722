"""The port of the health check is -520, an old way to say "the port of the back end".

The documents allow -520 for http and https at most; tcp and udp listeners take 1 to 65535. The port of the back end
is what is checked anyway where the annotation is absent.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-connect-port: "-520"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: docs/usage.md of the CCM; SLB API, HealthCheckConnectPort
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, ports_listened_on, problem, remove, rule
from clblint_listeners._options import L4


@rule(
    "health-check-minus-520",
    on=ClassicLoadBalancer,
    severity=Severity.WARNING,
    when=("health-check-connect-port",),
    fix="safe",
)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the number: a note where no tcp or udp listener gets it."""
    fact = balancer.annotations.get("health-check-connect-port")
    if not fact.value.startswith("-") or fact.value.lstrip("-0") != "520":
        return
    listeners = balancer.kept_listeners
    refused = [listener for listener in listeners if listener.protocol.value in L4]
    if listeners:
        yield problem(
            "health-check-connect-port is -520, which is outside the documented 1-65535 of tcp and udp listeners"
            if refused
            else "health-check-connect-port is -520, which says what holds anyway: the port of the back end",
            fact,
            ports=ports_listened_on(refused),
            seen="SyncLoadBalancerFailed if the API refuses it ({ports})" if refused else "no event: no effect",
            fix="take the annotation away: without it the port of the back end is checked",
            subject="health-check-connect-port",
            severity=Severity.WARNING if refused else Severity.NOTE,
            edits=[remove(fact)],
            safe=True,
        )
