"""A live load balancer Service gets another type.

The CCM takes this for a deletion: it switches the delete protection off, deletes the CLB with everything on it, and
the public address is gone for good. Turning the type back gives another CLB with another address.

On a CLB of yours (`loadbalancer-id`) or a preserved one (`preserve-lb-on-delete`) the CLB stays, and this is a note:
the server groups go, and the listeners with them where the CCM manages them.

The CCM looks for the CLB that the new revision names. Where the same change takes `loadbalancer-id` away, or names
another CLB, it does not find the old one, and all that the Service has there stays. Change the type first, and the
annotation in a change of its own.

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
  type: NodePort  # <- here (note)
  selector: {app: web}
  ports: [{port: 80}]
```

The id goes with the type:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
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
  type: NodePort  # <- here (note)
  selector: {app: web}
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
# file: service.yaml
apiVersion: v1
kind: Service
metadata: {name: web}
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
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: rsp-bp1cz8b2s1v6d}
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: {service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: rsp-bp1cz8b2s1v6d}
spec:
  type: ClusterIP  # <- here
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

from clblint.api import N_, Change, Problem, Problems, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from clblint.api import LoadBalancer


@rule("type-changed", on=Change, severity=Severity.ERROR, evidence="O")
def check(change: Change) -> Problems:
    """Find a CLB whose Service becomes something else."""
    old, new = change.old, change.new
    if old is None or new is None or old.handled_by.value != "clb" or not new.service.type.is_not("LoadBalancer"):
        return
    if change.effect.error:
        yield _stuck(change, old, new)
    else:
        yield _forgotten(old, new) if _names_another(old, new) else _cleaned(change, old, new)


def _stuck(change: Change, old: LoadBalancer, new: LoadBalancer) -> Problem:
    """The clean-up ends in an error, each time it is tried."""
    forbidden = new.is_forbidden
    return problem(
        "type is {type}, not LoadBalancer any more, but this cluster forbids public CLBs: nothing is deleted and the "
        "Service hangs while the switch is on"
        if forbidden
        else "type is {type}, not LoadBalancer any more, but the clean-up fails each time: the CLB stays, and the "
        "Service hangs",
        new.service.type,
        because=[
            Reason(old.service.type, "LoadBalancer before the change"),
            *([Reason(new.cluster.disable_public_slb, "declared for this cluster")] if forbidden else []),
        ],
        error=change.effect.error,
        seen='SyncLoadBalancerFailed: "{error}"' if forbidden else 'CleanLoadBalancerFailed: "{error}"',
        fix="have the switch off until the CCM has cleaned up"
        if forbidden
        else "mend what the event names, and change the type after that",
        subject="type",
        type=new.service.type.value,
    )


def _names_another(old: LoadBalancer, new: LoadBalancer) -> bool:
    """Whether the CCM looks for another CLB than the one that the Service has (LB:Find)."""
    before, after = old.reuses, new.reuses
    return before.differs(after) or (before.is_set and after.is_empty) or (before.is_empty and after.is_set)


def _forgotten(old: LoadBalancer, new: LoadBalancer) -> Problem:
    if not old.is_reused:
        message = N_("type is {type}, not LoadBalancer any more: the CLB that the CCM made stays, which nobody removes")
    elif old.manages_listeners:
        message = N_(
            "type is {type}, not LoadBalancer any more: the reused CLB stays, and so do this Service's listeners and "
            "groups on it, which nobody removes"
        )
    else:
        message = N_(
            "type is {type}, not LoadBalancer any more: the reused CLB stays, and so do this Service's groups on it, "
            "which nobody removes"
        )
    return problem(
        message,
        new.service.type,
        because=[
            Reason(old.service.type, "LoadBalancer before the change"),
            Reason(new.reuses if new.reuses.is_set else old.reuses, "loadbalancer-id changes with it"),
        ],
        seen="Normal TypeChanged, then Normal CleanLoadBalancer",
        fix="change the type alone; leave loadbalancer-id as it was until the CCM has cleaned up",
        subject="type",
        severity=Severity.NOTE,
        type=new.service.type.value,
    )


def _cleaned(change: Change, old: LoadBalancer, new: LoadBalancer) -> Problem:
    stays, perhaps = new.is_reused or new.preserved.value, change.effect.provided is not None
    return problem(
        "type is {type}, not LoadBalancer any more: the CLB stays, what this Service has on it goes"
        if stays
        else "type is {type}, not LoadBalancer any more: the CLB is deleted with its address, if an earlier revision "
        "was ever synced"
        if perhaps
        else "type is {type}, not LoadBalancer any more: the CLB is deleted, and its address is lost",
        new.service.type,
        because=[Reason(old.service.type, "LoadBalancer before the change")],
        seen="Normal TypeChanged, then Normal CleanLoadBalancer",
        fix="leave it if the traffic has moved"
        if stays
        else "keep LoadBalancer; to keep the CLB, set preserve-lb-on-delete in a change of its own first",
        subject="type",
        severity=Severity.NOTE if stays else Severity.WARNING if perhaps else None,
        type=new.service.type.value,
    )
