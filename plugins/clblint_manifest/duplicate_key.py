"""One key stands twice in the same mapping.

Strict decoding (kubectl's default against a current API server, and server-side field validation) refuses such an
object. Older clients keep the last value and drop the other without a word, so an annotation or a port disappears.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: go-yaml strict decoding ("already set in map"); Kubernetes field validation
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import KubeObject, Problem, Reason, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("duplicate-key", on=KubeObject, severity=Severity.ERROR, page=__doc__)
def check(thing: KubeObject) -> Iterator[Problem]:
    """Report each later spelling of a key."""
    for duplicate in thing.duplicate_keys:
        yield problem(
            "{key} is written twice in one mapping, and only one of the values can count",
            duplicate.again,
            because=[Reason(duplicate.first, "first written here")],
            key=duplicate.key,
            seen='strict validation refuses the object ("{key}" already set); without it this later value wins',
            fix="a line --- is missing before this one" if duplicate.begins_object else "keep one of the two",
            subject=duplicate.key,
        )
