"""`force-override-listeners` has a value that counts as false.

Only the text `true` in lower case switches it on. With `True`, `on`, `1` or quotes inside the quotes the CCM leaves the
listeners of the reused CLB alone, without a word.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "True"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: '"true"'  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "false"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:IsForceOverride
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import Annotation, Problem, Severity, problem, rule
from clblint_reuse._reused import is_read, sibling

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("override-not-true", on=Annotation, severity=Severity.WARNING, page=__doc__)
def check(annotation: Annotation) -> Iterator[Problem]:
    """Report a value that is neither true nor false."""
    if not annotation.key.endswith("-force-override-listeners"):
        return
    value = annotation.value
    if not value.given or value.value.strip() in {"", "true", "false"} or not is_read(annotation):
        return
    if sibling(annotation, "id") is None:  # override-without-id
        return
    yield problem(
        "force-override-listeners is {value}, which counts as false: no listener of the CLB is managed",
        value,
        value=value.value,
        seen="EnsuredLoadBalancer, as if all were well; no listener is created or changed",
        fix='write it in lower case and in one pair of quotes: "true"',
        subject="force-override-listeners",
    )
