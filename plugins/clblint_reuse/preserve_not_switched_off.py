"""`preserve-lb-on-delete` is meant to be off, but any text switches it on.

The CCM looks whether there is a value, not which one. With `false`, `off`, `no` or `0` the CLB outlives its Service all
the same, and goes on costing money.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "false"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: ""
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/loadbalancer.go:BuildLocalModel compares with the empty text
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Severity, problem, remove, rule
from clblint_reuse._reused import preserve_of, says_no

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule(
    "preserve-not-switched-off",
    on=LoadBalancer,
    severity=Severity.WARNING,
    when=("preserve-lb-on-delete",),
    page=__doc__,
    fix="unsafe",
)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report a value that reads like a no; on a reused CLB it is preserve-with-id."""
    preserve = preserve_of(balancer)
    if preserve is None or not preserve.readable or balancer.is_reused or not says_no(preserve.value):
        return
    yield problem(
        "preserve-lb-on-delete is {value}, and any text at all switches it on: the CLB outlives its Service",
        preserve,
        value=preserve.value,
        seen='PreservedOnDelete: "The lb [...] will be preserved after the service is deleted."',
        fix="remove the annotation",
        subject="preserve-lb-on-delete",
        edits=[remove(preserve)],
    )
