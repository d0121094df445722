"""A Service with a load balancer is gone.

Deleting the Service (`kubectl delete`, a pruning deployment) deletes the CLB that the CCM made for it, delete
protection or not, and the public address with it. Without pruning the Service goes on running, and nothing describes
it any more.

On a CLB of yours (`loadbalancer-id`) or a preserved one (`preserve-lb-on-delete`) the CLB stays, and this is a note.
A revision that the CCM refuses has made no CLB; one before it may have, and then that goes.

It stands at the file that held the Service. Where that is gone, too, it is about the run, and names the old place.

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
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1  # <- here
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
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
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1  # <- here (note)
kind: Service
metadata:
  name: shop
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
```

Where the clean-up cannot be done, the Service hangs: in a cluster that forbids public CLBs (`DisablePublicSLB`) the CCM
leaves a Service alone whose `address-type` is `internet` or absent, and with a malformed `vgroup-port` each try fails.

```yaml bad
# file: .clblint.yaml
cluster: {disable-public-slb: true}
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1  # <- here (error)
kind: Service
metadata: {name: shop}
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
```

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: rsp-bp1cz8b2s1v6d}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1  # <- here (error)
kind: Service
metadata:
  name: shop
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-bp1cz8b2s1v6d:80"}
spec:
  type: LoadBalancer
  selector: {app: shop}
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
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

```yaml good
# file: old/a/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: b/web.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go deleteLoadBalancer; Alibaba Cloud, what is deleted with a Service
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Change, Problem, Problems, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from clblint.api import LoadBalancer


@rule("service-removed", on=Change, severity=Severity.WARNING, evidence="O")
def check(change: Change) -> Problems:
    """Find a CLB whose Service is not there any more."""
    old = change.old
    if old is None or change.new is not None or change.successor is not None or old.handled_by.value != "clb":
        return
    if change.effect.error:
        yield _stuck(change, old)
        return
    stays = old.is_reused or old.preserved.value
    yield problem(
        "Service {name} is gone: its CLB stays, what the Service has on it goes"
        if stays
        else "Service {name} is gone: with it the CLB and its address, if an earlier revision was ever synced"
        if change.effect.provided is not None
        else "Service {name} is gone: with it the CLB that the CCM made and its address",
        change.gone_at or old.service.name,
        because=[Reason(old.service.name, "it was here")],
        seen="Normal CleanLoadBalancer when the Service is deleted",
        fix="nothing, if it is meant; to keep the CLB, set preserve-lb-on-delete in a change of its own first",
        subject=old.service.name.value,
        severity=Severity.NOTE if stays else None,
        name=old.service.name.value,
    )


def _stuck(change: Change, old: LoadBalancer) -> Problem:
    """The clean-up ends in an error, each time it is tried."""
    forbidden = old.is_forbidden
    return problem(
        "Service {name} is gone, but this cluster forbids public CLBs: nothing is deleted and the Service hangs while "
        "the switch is on"
        if forbidden
        else "Service {name} is gone, but the clean-up fails each time: the CLB stays, and the Service hangs",
        change.gone_at or old.service.name,
        because=[
            Reason(old.service.name, "it was here"),
            *([Reason(old.cluster.disable_public_slb, "declared for this cluster")] if forbidden else []),
        ],
        error=change.effect.error,
        seen='SyncLoadBalancerFailed: "{error}"' if forbidden else 'CleanLoadBalancerFailed: "{error}"',
        fix="have the switch off until the CCM has cleaned up"
        if forbidden
        else "mend what the event names, and delete the Service after that",
        subject=old.service.name.value,
        severity=Severity.ERROR,
        name=old.service.name.value,
    )
