"""An annotation is written with the older prefix `alicloud-`.

The CCM still reads it, but looks for the key with `alibaba-cloud-` first. As soon as somebody, or a chart, adds that
one beside it, even with an empty value, the older one counts for nothing, and nothing says so.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alicloud-loadbalancer-address-type: intranet  # <- here
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
    service.beta.kubernetes.io/alicloud-private-zone-enable: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:Get
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Annotation, Problem, Reason, Severity, catalogue, problem, remove, rename, rule
from clblint_annotations._readers import readers_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("legacy-annotation-prefix", on=Annotation, severity=Severity.NOTE, page=__doc__, fix="safe")
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report an older key, unless it is empty, or differs from a present one beside it."""
    known = catalogue().find(annotation.key)
    if known is None or known.key == annotation.key or not annotation.value.value:
        return
    new = annotation.siblings.get(known.key)
    if (new is not None and new.value != annotation.value.value) or not readers_of(annotation):
        return
    yield problem(
        "{key} is the older name of {new}, which goes before it wherever both are written",
        annotation.value.at_key,
        because=[Reason(new.at_key, "written here too")] if new is not None else [],
        key=annotation.key,
        new=known.key,
        seen="no event: it is read as long as the present name is not there",
        fix="rename it to {new}" if new is None else "remove this line",
        subject=annotation.key,
        edits=[rename(annotation, known.key) if new is None else remove(annotation)],
        safe=not (annotation.owner.kustomized or annotation.owner.partial),  # of two files that meet, one may stay
    )
