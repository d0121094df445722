"""Connection draining is switched on without saying for how long.

The API asks for a `connection-drain-timeout` where `connection-drain` is on, and refuses to create the listener
without it. The CCM never sends 0.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-connection-drain-timeout: "30"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: SLB API, CreateLoadBalancerTCPListener: ConnectionDrainTimeout is required where ConnectionDrain is on
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, listeners_named, problem, rule
from clblint_listeners._options import L4, kept, lacks


@rule("drain-incomplete", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("connection-drain",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the switch."""
    drain = balancer.annotations.get("connection-drain")
    if not drain.is_("on") or not lacks(balancer, "connection-drain-timeout"):
        return
    listeners = kept(balancer, L4)
    if not listeners:
        return
    timeout = balancer.annotations.get("connection-drain-timeout")
    yield problem(
        "connection-drain is on without connection-drain-timeout, so the API refuses {listeners}",
        drain,
        because=[Reason(timeout, "this counts as absent")] if timeout.present else [],
        listeners=listeners_named(listeners),
        key=balancer.annotations.key_of("connection-drain-timeout"),
        seen="SyncLoadBalancerFailed: a required parameter is missing",
        fix='set {key}, too, from "10" to "900" seconds',
        subject="connection-drain",
    )
