"""The scheduler is one that a listener of the Service cannot use.

There is one scheduler for all listeners of a Service. `http` and `https` listeners take `wrr` and `rr`; the hash
schedulers `sch` and `tch` are for `tcp` and `udp`, and `qch` is for `udp` alone. The API refuses the listeners that do
not fit; the others are made.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "http:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch  # <- here
spec:
  type: LoadBalancer
  ports:
  - {name: http, port: 80}
  - {name: mqtt, port: 1883}
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: mqtt
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: sch
spec:
  type: LoadBalancer
  ports: [{port: 1883}]
---
apiVersion: v1
kind: Service
metadata:
  name: quic
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: qch
spec:
  type: LoadBalancer
  ports: [{port: 443, protocol: UDP}]
```

Sources: SLB API, Scheduler of the four kinds of listeners
"""

from __future__ import annotations

from clblint.api import (
    WITHOUT_SCHEDULER,
    ClassicLoadBalancer,
    Problems,
    Reason,
    Severity,
    listeners_named,
    problem,
    rule,
)
from clblint_listeners._options import kept, protocols_of


@rule("scheduler-protocol", on=ClassicLoadBalancer, severity=Severity.ERROR, when=("scheduler",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the scheduler."""
    scheduler = balancer.annotations.get("scheduler")
    if not scheduler.one_of(*WITHOUT_SCHEDULER):
        return
    listeners = kept(balancer, WITHOUT_SCHEDULER[scheduler.meaning])
    if not listeners:
        return
    yield problem(
        "scheduler {scheduler} is not one of {protocols} listeners, so the API refuses {listeners}",
        scheduler,
        because=[Reason(listener.protocol, "decides the protocol") for listener in listeners],
        scheduler=scheduler.value,
        protocols=protocols_of(listeners),
        listeners=listeners_named(listeners),
        seen="SyncLoadBalancerFailed: the scheduler is refused; the ports stay closed",
        fix="use wrr or rr, or put these ports into a Service of their own",
        subject="scheduler",
    )
