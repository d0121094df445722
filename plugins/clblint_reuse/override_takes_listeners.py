"""The listeners of a reused load balancer are taken over where port and protocol are the same.

With `force-override-listeners` the CCM makes its own whatever listens on the Service's ports, no matter who made it:
another Service, the console or Terraform. Their settings and their back ends are replaced, and traffic is cut. The
ports of this Service must be free on the CLB.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/listeners.go:buildActionsForListeners; ACK Service FAQ, reuse of an existing CLB
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Reason, Severity, problem, rule
from clblint_reuse._reused import reused

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("override-takes-listeners", on=LoadBalancer, severity=Severity.WARNING, when=("id",), page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the switch; a note, as long as nobody knows what listens there."""
    found, override = reused(balancer), balancer.force_override
    if found is None or not override.given or not override.value or not balancer.service.ports:
        return
    yield problem(
        "whatever listens on port {ports} of the reused CLB {id} with the same protocol is taken over by this Service",
        override,
        because=[Reason(found, "the CLB that is reused")],
        ports=", ".join(str(port.port.value) for port in balancer.service.ports),
        id=found.value,
        seen="no event: a listener of another Service or of the console gets this Service's settings and back ends",
        fix="make sure that nobody else uses these ports of the CLB",
        subject="force-override-listeners",
        severity=Severity.NOTE,
    )
