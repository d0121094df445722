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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-health-check-flag: "on"
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

from clblint.api import Annotation, KnownAnnotation, Problem, Severity, catalogue, listed, problem, rename, rule
from clblint_annotations._readers import is_another_controllers, readers_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("unknown-annotation", on=Annotation, severity=Severity.WARNING, page=__doc__, fix="safe")
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report a key that no controller looks up, with the nearest that one does."""
    known = catalogue()
    if known.find(annotation.key) is not None or is_another_controllers(annotation):
        return
    if known.dead(annotation.key) is not None or known.without_legacy(annotation.key) is not None:
        return  # dead-annotation and legacy-prefix-unsupported say more
    near = known.nearest(annotation.key)
    meant = _meant(annotation, near)
    yield problem(
        "no controller reads {key}, so it has no effect",
        annotation.value.at_key,
        key=annotation.key,
        near=listed(near),
        seen="no event: ignored",
        fix="nearest: {near}" if near else "look the name up in the documentation, or remove the line",
        subject=annotation.key,
        edits=[rename(annotation, meant.key)] if meant else [],
        safe=meant is not None and _takes_effect_without_harm(annotation, meant),
    )


def _meant(annotation: Annotation, near: list[str]) -> KnownAnnotation | None:
    """The one annotation that was meant, if nothing else is near, it is not there already and would do something."""
    known = catalogue().find(near[0]) if len(near) == 1 else None
    absent = known is not None and annotation.siblings.keys().isdisjoint({known.key, known.legacy_key})
    return known if absent and known is not None and _takes_effect(annotation, known) else None


def _takes_effect(annotation: Annotation, meant: KnownAnnotation) -> bool:
    """Whether a controller that comes to read this place reads what was meant, and takes the value.

    Otherwise a new name would only hide that the setting has no effect, or stop a Service that works.
    """
    readers = [reader for reader in readers_of(annotation) if reader in meant.controllers]
    value = annotation.value
    return any(not value.known or meant.is_valid(value.value, reader) for reader in readers)


def _takes_effect_without_harm(annotation: Annotation, meant: KnownAnnotation) -> bool:
    """Whether the setting only takes effect at last.

    One that is fixed when a CLB is made would set every sync of one that exists against it, and a value that the
    annotation does not take would stop a Service that works.
    """
    return (
        meant.change != "immutable"
        and catalogue().respelt(annotation.key) == [meant.key]
        and annotation.value.known
        and all(meant.is_valid(annotation.value.value, controller) for controller in meant.controllers)
    )
