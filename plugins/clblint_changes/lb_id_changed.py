"""A Service that reuses a CLB is pointed at another one.

The CCM refuses to bind a Service that has an address to a CLB with another one. Nothing is moved, and every sync ends
in an error. Where the check does not apply (`external-ip-type: eip`, or a status with a host name only), it passes,
and the listeners and server groups on the old CLB are left behind. To move, make a second Service that reuses the
other CLB, then delete this one.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1bbbbbbbbbbbbbbbbbb  # <- here
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go isLoadBalancerReusable
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("lb-id-changed", on=Change, severity=Severity.ERROR, evidence="O", page=__doc__)
def check(change: Change) -> Iterator[Problem]:
    """Find an id that is replaced."""
    edit = change.owner_edit
    if edit is None or edit.added or edit.removed:
        return
    yield problem(
        "loadbalancer-id changes from {before} to {after}: a Service that has an address is not moved to another CLB",
        edit.at,
        because=[Reason(edit.before, "the CLB that it reused before")],
        seen="Warning SyncLoadBalancerFailed: ... service has been associated with ip [...], cannot be bound to ...",
        fix="put {before} back; make a second Service that reuses {after}, move the traffic, then delete this one",
        subject="loadbalancer-id",
        before=edit.before.value,
        after=edit.after.value,
    )
