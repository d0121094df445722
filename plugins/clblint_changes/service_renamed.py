"""A Service with a load balancer has another name or namespace.

To Kubernetes this is another Service. The CCM makes a new CLB with a new address for it, and deletes the old one with
the old Service. Whoever knows the old address has to learn the new one.

On a CLB of yours (`loadbalancer-id`) this is a note: both Services meet on the same CLB until the old one is deleted.
A revision that the CCM refuses has made nothing; one before it may have, and then that goes.
A Service counts as renamed where a new one has the same ports and the same selector.

If the new Service is that of an NLB, `migrate-address-lost` speaks.

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
  name: frontend  # <- here
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
  namespace: shop
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
  namespace: store
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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
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
spec:
  type: LoadBalancer
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: frontend
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

It is the same for an NLB, whose name in DNS goes.

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
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: shop  # <- here
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: The CCM's name of a CLB is made of the Service's UID; clbv1/model_applier.go deleteLoadBalancer
"""

from __future__ import annotations

from clblint.api import N_, NLB_CLASS, Change, Problems, Reason, Severity, problem, rule

_GOES = N_(
    "this seems to be {old} under another name or namespace: it gets another {kind} and address, the old ones go"
)
_PERHAPS_GOES = N_(
    "this seems to be {old} under another name or namespace: it gets another {kind} and address; the old ones go, if "
    "an earlier revision was ever synced"
)
_EMPTIED = N_("this seems to be {old} under another name or namespace: what the old one has on its {kind} goes")
_PERHAPS_EMPTIED = N_(
    "this seems to be {old} under another name or namespace: what the old one has on its {kind} goes, if an earlier "
    "revision was ever synced"
)


@rule("service-renamed", on=Change, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: Change) -> Problems:
    """Find a CLB whose Service seems to go on under another name."""
    old, now = change.old, change.successor
    if old is None or now is None or not old.handled_by.one_of("clb", "nlb"):
        return
    if old.kind == "CLB" and now.load_balancer_class.may_be(NLB_CLASS):
        return
    stays = old.is_reused or old.preserved.value
    certain, perhaps = (_EMPTIED, _PERHAPS_EMPTIED) if stays else (_GOES, _PERHAPS_GOES)
    yield problem(
        certain if change.effect.provided is None else perhaps,
        now.name,
        because=[Reason(old.service.name, "the same ports and selector before the change")],
        seen="Normal EnsuredLoadBalancer for the new Service, CleanLoadBalancer for the old one",
        fix="keep name and namespace, or run both Services until the traffic has moved",
        subject=now.name.value,
        severity=Severity.NOTE if stays else None,
        old=old.service.id,
        kind=old.kind,
    )
