"""An annotation looks like one of the CCM's, but nothing reads it.

The CCM looks its annotations up by their exact name. A misspelt one is not an error and gives no event: the setting
simply never takes effect, and the load balancer keeps its default.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-adress-type: intranet  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health_check_flag: "on"  # <- here
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
    service.beta.kubernetes.io/alicloud-loadbalancer-health-check-flag: "on"
    service.beta.kubernetes.io/backend-type: eni
    service.beta.kubernetes.io/alibaba-cloud-private-zone-enable: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go; ACK Service FAQ, annotations that do not take effect
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Annotation, Problem, Severity, catalogue, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("unknown-annotation", on=Annotation, severity=Severity.WARNING, page=__doc__)
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report a key that no controller looks up, with the nearest that one does."""
    known = catalogue()
    if known.find(annotation.key) is not None:
        return
    if known.dead(annotation.key) is not None or known.without_legacy(annotation.key) is not None:
        return  # dead-annotation and legacy-prefix-unsupported say more
    near = known.nearest(annotation.key)
    yield problem(
        "no controller reads {key}, so it has no effect",
        annotation.value.at_key,
        key=annotation.key,
        near=", ".join(near),
        seen="no event: ignored",
        fix="nearest: {near}" if near else "look the name up in the documentation, or remove the line",
        subject=annotation.key,
    )
