"""An annotation is written with the older prefix, but has no older form.

Most annotations are read with the prefix `alicloud-` too. A few are looked up by their one exact key: `backend-type`,
`class`, `loadbalancer-type` and `loadbalancer-tunnel-type`. Any other form of them is ignored.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alicloud-backend-type: eni  # <- here
    service.beta.kubernetes.io/alicloud-loadbalancer-backend-type: eni  # <- here
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
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alicloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: pkg/controller/helper/service_utils.go:NeedCLB, IsTunnelTypeService, IsENIBackendType
"""

from __future__ import annotations

from clblint.api import UNKNOWN_KEY, Annotation, Problems, Severity, catalogue, problem, rename, rule
from clblint_annotations._readers import is_another_controllers


@rule("legacy-prefix-unsupported", on=Annotation, severity=Severity.WARNING, fix="unsafe", when=(UNKNOWN_KEY,))
def check(annotation: Annotation) -> Problems:
    """Report an older form of a key that has none."""
    meant = catalogue().without_legacy(annotation.key)
    if meant is None or is_another_controllers(annotation):
        return
    yield problem(
        "{key} is not read: {near} is read under that one name only",
        annotation.value.at_key,
        key=annotation.key,
        near=meant.key,
        seen="no event: ignored",
        fix="write {near}",
        subject=annotation.key,
        edits=[rename(annotation, meant.key)] if meant.key not in annotation.siblings else [],
    )
