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

An NLB goes in the same way, with its DNS name; a preserved one loses every listener.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
apiVersion: v1  # <- here
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
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
apiVersion: v1  # <- here (note)
kind: Service
metadata: {name: shop}
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
```

On an NLB of yours a preserved Service leaves its server groups behind, and its back ends in groups of yours:

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "sgp-bp1cz8b2s1v6d:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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
apiVersion: v1  # <- here (note): its back ends in yours
kind: Service
metadata: {name: shop}
spec:
  type: LoadBalancer
  selector: {app: shop}
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go deleteLoadBalancer; Alibaba Cloud, what is deleted with a Service;
nlbv2/model_applier.go:deleteLoadBalancer
"""

from __future__ import annotations

from clblint.api import Case, Change, Cleanup, Problems, Reason, Severity, rule
from clblint_changes._cleanup import NOTE, SEEN, SWITCH_OFF, why_forbidden

_CASES = {
    Cleanup.FORBIDDEN: Case(
        "Service {name} is gone, but this cluster forbids public CLBs: nothing is deleted and the Service hangs while "
        "the switch is on", fix=SWITCH_OFF, severity=Severity.ERROR),
    Cleanup.FAILED: Case(
        "Service {name} is gone, but the clean-up fails each time: the {kind} stays, and the Service hangs",
        fix="mend what the event names, and delete the Service after that", severity=Severity.ERROR),
    Cleanup.KEPT: Case(
        "Service {name} is gone: its {kind} stays, what the Service has on it goes", severity=NOTE),
    Cleanup.PERHAPS_KEPT: Case(
        "Service {name} is gone: its {kind} stays; what the Service has on it goes, if an earlier revision was ever "
        "synced", severity=NOTE),
    Cleanup.UNTAGGED: Case(
        "Service {name} is gone: its NLB stays, and so do its server groups, and its back ends in yours",
        fix="empty the groups in the console once the traffic has moved", severity=NOTE),
    Cleanup.EMPTIED: Case(
        "Service {name} is gone: its preserved NLB stays with its server groups, and all of its listeners go",
        severity=NOTE),
    Cleanup.PERHAPS_DELETED: Case(
        "Service {name} is gone: with it the {kind} and its address, if an earlier revision was ever synced"),
    Cleanup.DELETED: Case("Service {name} is gone: with it the {kind} that the CCM made and its address"),
}  # fmt: skip


@rule("service-removed", on=Change, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a CLB whose Service is not there any more."""
    old, cleanup = change.old, change.cleanup
    if old is None or change.new is not None or cleanup is None:
        return
    name = old.service.name
    yield _CASES[cleanup].at(
        change.gone_at or name,
        because=[Reason(name, "it was here"), *why_forbidden(cleanup, old)],
        error=change.effect.error,
        seen=SEEN.get(cleanup) or "Normal CleanLoadBalancer when the Service is deleted",
        fix="nothing, if it is meant; to keep the {kind}, set preserve-lb-on-delete in a change of its own first",
        subject=name.value,
        name=name.value,
        kind=change.kind,
    )
