"""Annotations are written with the older prefix `alicloud-`.

The CCM still reads it, but looks for the key with `alibaba-cloud-` first. As soon as somebody, or a chart, adds that
one beside it, even with an empty value, the older one counts for nothing, and nothing says so.

In values of a chart, in custom resources and below a kustomization it is renamed by `--unsafe-fixes` only: where
annotations of several files meet, an older name in another file would no longer count.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alicloud-loadbalancer-address-type: intranet  # <- here
    service.beta.kubernetes.io/alicloud-loadbalancer-scheduler: wrr
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
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

from clblint.api import (
    OLDER_KEY,
    UNKNOWN_KEY,
    Annotation,
    AnnotationsHome,
    Problems,
    Reason,
    Severity,
    catalogue,
    problem,
    remove,
    rename,
    rule,
)
from clblint_annotations._readers import readers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import FixEdit


@rule("legacy-annotation-prefix", on=Annotation, severity=Severity.NOTE, fix="safe", when=(OLDER_KEY, UNKNOWN_KEY))
def check(annotation: Annotation) -> Problems:
    """Report the first older key of an object; the others are mended with it, for it is one decision."""
    if not _is_old(annotation):
        return
    beside = (annotation._replace(key=key, value=value) for key, value in annotation.siblings.items())
    older = [one for one in beside if _is_old(one)]
    if older[0].key != annotation.key:
        return
    new = _present_key(annotation)
    there = [one.siblings[_present_key(one)] for one in older if _present_key(one) in one.siblings]
    yield problem(
        "{key} is the older name of {new}, which takes precedence wherever both are written",
        annotation.value.at_key,
        because=[
            *(Reason(one.value.at_key, "an older name, too") for one in older[1:]),
            *(Reason(fact.at_key, "the present name is written here, too") for fact in there),
        ],
        key=annotation.key,
        new=new,
        seen="no event: it is read as long as the present name is not there",
        fix="remove this line" if new in annotation.siblings else "rename it to {new}",
        subject="alicloud-",
        edits=[_mended(one) for one in older],
        safe=not _may_meet_others(annotation),
    )


def _may_meet_others(annotation: Annotation) -> bool:
    """Whether annotations of another file may come beside it, where the older name may stay."""
    owner = annotation.owner
    return owner.kustomized or owner.partial or annotation.home is AnnotationsHome.ELSEWHERE


def _is_old(annotation: Annotation) -> bool:
    """Whether it is an older key that counts: not empty, and not another value than that of the present key."""
    new = _present_key(annotation)
    if not new or new == annotation.key or not annotation.value.value:
        return False
    there = annotation.siblings.get(new)
    return (there is None or there.value == annotation.value.value) and bool(readers_of(annotation))


def _present_key(annotation: Annotation) -> str:
    known = catalogue().find(annotation.key)
    return known.key if known is not None else ""


def _mended(annotation: Annotation) -> FixEdit | None:
    new = _present_key(annotation)
    return remove(annotation) if new in annotation.siblings else rename(annotation, new)
