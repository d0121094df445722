"""An annotation stands there in its older and in its present form, and the values differ.

The CCM looks for the key with `alibaba-cloud-` first and takes its value even when it is empty. The one with
`alicloud-` is never looked at.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alicloud-loadbalancer-address-type: intranet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: ""
    service.beta.kubernetes.io/alicloud-loadbalancer-scheduler: wrr  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alicloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alicloud-loadbalancer-scheduler: wrr
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:Get, run with an empty new and a filled older key
"""

from __future__ import annotations

from clblint.api import OLDER_KEY, Annotation, Problems, Reason, Severity, catalogue, problem, rule
from clblint_annotations._readers import readers_of


@rule("legacy-key-shadowed", on=Annotation, severity=Severity.WARNING, when=(OLDER_KEY,))
def check(annotation: Annotation) -> Problems:
    """Report an older key whose value a present one hides."""
    known = catalogue().find(annotation.key)
    if known is None or known.key == annotation.key:
        return
    old, new = annotation.value, annotation.siblings.get(known.key)
    if new is None or not old.readable or not old.differs(new):
        return
    if not readers_of(annotation):
        return
    yield problem(
        '{key} says "{old}", but {new} stands there too and says "{value}", which alone counts',
        old,
        because=[Reason(new, "read first, even when it is empty")],
        key=annotation.key,
        old=old.value,
        new=known.key,
        value=new.value,
        seen="no event: the older key is ignored",
        fix="keep the value that is meant, under {new}, and remove the other line",
        subject=annotation.key,
    )
