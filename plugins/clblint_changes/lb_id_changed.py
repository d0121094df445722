"""A Service that reuses a CLB is pointed at another one.

The CCM refuses to bind a Service that has an address to a CLB with another one. Nothing is moved, and every sync ends
in an error. To move, make a second Service that reuses the other CLB, then delete this one.

With a host name in the status (`hostname`), or with `external-ip-type: eip`, the CCM compares no address: the Service
moves, and its listeners and server groups on the old CLB stay there, where nobody removes them. This is a warning.

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

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1aaaaaaaaaaaaaaaaaa
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: web.example.com
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-bp1bbbbbbbbbbbbbbbbbb  # <- here (warning)
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-hostname: web.example.com
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

The status of a Service with an NLB lists its DNS name, which is compared in any case.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2ze11111111111111111  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go isLoadBalancerReusable; nlbv2/model_applier.go:isNLBReusable
"""

from __future__ import annotations

from clblint.api import N_, Case, Change, Problems, Reason, Severity, rule
from clblint_changes._bound import compares, waiver

_REFUSED = Case(
    "loadbalancer-id changes from {before} to {after}: a Service that has an address is not moved to another CLB",
    "Warning SyncLoadBalancerFailed: ... service has been associated with ip [...], cannot be bound to ...",
    "put {before} back; make a second Service that reuses {after}, move the traffic, then delete this one",
)
_REFUSED_NLB = Case(
    "loadbalancer-id changes from {before} to {after}: a Service that has an address is not moved to another NLB",
    "Warning SyncLoadBalancerFailed: ... service has been associated with dnsname [...], cannot be bound to ...",
    "put {before} back; make a second Service that reuses {after}, move the traffic, then delete this one",
)
_STAYS = N_("no event: what the Service had on {before} stays there")
_BY_HAND = N_(
    "put {before} back and make a second Service that reuses {after}, or remove by hand what stays on {before}"
)
_MOVED = Case(
    "loadbalancer-id changes from {before} to {after}: the Service moves; listener and group stay on the old CLB",
    _STAYS,
    _BY_HAND,
    Severity.WARNING,
)
_GROUPS_MOVED = _MOVED._replace(
    message=N_("loadbalancer-id changes from {before} to {after}: the Service moves; its groups stay on the old CLB")
)


@rule("lb-id-changed", on=Change, severity=Severity.ERROR, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find an id that is replaced."""
    edit, old, new = change.owner_edit, change.old, change.new
    if edit is None or edit.added or edit.removed or old is None or new is None:
        return
    waived, because = waiver(old, new), [Reason(edit.before, "reused before")]
    case = _MOVED if old.manages_listeners else _GROUPS_MOVED
    if change.kind == "NLB":
        case = _REFUSED_NLB
    elif waived is not None:
        because.append(Reason(waived, "with this the CCM compares no address"))
    elif compares(old, new):
        case = _REFUSED
    else:
        return
    yield case.at(edit.at, because=because, subject="loadbalancer-id", before=edit.before.value, after=edit.after.value)
