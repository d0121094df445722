"""A load balancer that is reused is asked to be preserved.

A reused CLB is never deleted with its Service. The annotation does nothing but write a warning event at every sync.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
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

Sources: clbv1/model_applier.go:Apply, deleteLoadBalancer
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Reason, Severity, problem, remove, rule
from clblint_reuse._reused import preserve_of, reused, the_reused


@rule("preserve-with-id", on=ClassicLoadBalancer, severity=Severity.NOTE, when=("preserve-lb-on-delete",), fix="safe")
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the annotation."""
    preserve, found = preserve_of(balancer), reused(balancer)
    if found is None or preserve is None:
        return
    yield problem(
        "preserve-lb-on-delete does nothing for {clb}, which outlives its Service anyway",
        preserve.at_key,
        because=[Reason(found, "the CLB that is reused")],
        clb=the_reused(balancer),
        seen="PreservedOnDelete, a warning event at every sync",
        fix="remove it",
        subject="preserve-lb-on-delete",
        edits=[remove(preserve)],
        safe=True,
    )
