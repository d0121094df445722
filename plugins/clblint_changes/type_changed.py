"""A live load balancer Service gets another type.

The CCM takes this for a deletion: it switches the delete protection off, deletes the CLB with everything on it, and
the public address is gone for good. Turning the type back gives another CLB with another address.

On a CLB of yours (`loadbalancer-id`) or a preserved one (`preserve-lb-on-delete`) the CLB stays, and this is a note:
the server groups go, and the listeners with them where the CCM manages them.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
spec:
  type: NodePort  # <- here
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/service_controller.go cleanupLoadBalancerResources; clbv1/model_applier.go deleteLoadBalancer
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("type-changed", on=Change, severity=Severity.ERROR, evidence="O", page=__doc__)
def check(change: Change) -> Iterator[Problem]:
    """Find a CLB whose Service becomes something else."""
    old, new = change.old, change.new
    if old is None or new is None or old.handled_by.value != "clb" or not new.service.type.known:
        return
    kind = new.service.type
    if kind.value == "LoadBalancer":
        return
    stays = new.is_reused or new.preserved.value
    yield problem(
        "type is {type}, not LoadBalancer any more: the CLB stays, what this Service has on it goes"
        if stays
        else "type is {type}, not LoadBalancer any more: the CLB is deleted, and its address is lost",
        kind,
        because=[Reason(old.service.type, "LoadBalancer before the change")],
        seen="Normal TypeChanged, then Normal CleanLoadBalancer",
        fix="leave it if the traffic has moved"
        if stays
        else "keep LoadBalancer; to keep the CLB, set preserve-lb-on-delete in a change of its own first",
        subject="type",
        severity=Severity.NOTE if stays else None,
        type=kind.value,
    )
