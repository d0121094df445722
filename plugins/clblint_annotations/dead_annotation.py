"""An annotation is named in documents, but no controller reads it.

Old guides and old versions of the CCM know some annotations that the CCM does not look up any more, or never did. They
are not an error and give no event: the setting simply never takes effect.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-time: "1800"  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-backend-type: eni  # <- here
    service.beta.kubernetes.io/alicloud-loadbalancer-region: cn-hangzhou  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-persistence-timeout: "1800"
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: docs/usage.md of the CCM against reconcile/annotation/annotations.go; releases 1.9.3 to 2.8.0 of the CCM
"""

from __future__ import annotations

from clblint.api import UNKNOWN_KEY, Annotation, Problems, Severity, catalogue, listed, problem, rename, rule
from clblint_annotations._readers import fits, is_another_controllers


@rule("dead-annotation", on=Annotation, severity=Severity.WARNING, fix="unsafe", when=(UNKNOWN_KEY,))
def check(annotation: Annotation) -> Problems:
    """Report a key that was read once or that documents name, with what to write in its place."""
    if catalogue().find(annotation.key) is not None or is_another_controllers(annotation):
        return
    dead = catalogue().dead(annotation.key)
    if dead is None or catalogue().without_legacy(annotation.key) is not None:
        return
    known = [catalogue().find(key) for key in dead.instead]
    instead = [one.key for one in known if one is not None and fits(annotation, one)]
    only = instead[0] if len(instead) == 1 else ""
    yield problem(
        "controllers no longer read {key}: it has no effect"
        if dead.kind == "retired"
        else "documents name {key}, but no controller reads it, so it has no effect",
        annotation.value.at_key,
        key=annotation.key,
        near=listed(instead),
        why=dead.why,
        seen="no event: ignored. {why}",
        fix="write {near}" if only else "write one of {near}" if instead else "remove the line",
        subject=annotation.key,
        edits=[rename(annotation, only)] if only and only not in annotation.siblings else [],
    )
