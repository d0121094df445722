"""`preserve-lb-on-delete` is meant to be off, but any text switches it on.

The CCM looks whether there is a value, not which one. With `false`, `off`, `no` or `0` the CLB outlives its Service all
the same, and goes on costing money. So does an NLB.

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

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "off"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
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

from clblint.api import (
    Annotation,
    AnnotationsHome,
    Problems,
    Severity,
    catalogue,
    load_balancer_of,
    problem,
    remove,
    rule,
)
from clblint_reuse._reused import says_no

_SUFFIX = "preserve-lb-on-delete"


@rule("preserve-not-switched-off", on=Annotation, severity=Severity.WARNING, fix="unsafe", when=(_SUFFIX,))
def check(annotation: Annotation) -> Problems:
    """Report a value that reads like a no; on a reused CLB it is preserve-with-id."""
    known, value = catalogue().find(annotation.key), annotation.value
    if known is None or known.suffix != _SUFFIX or not value.readable or not says_no(value.value):
        return
    if (known.key != annotation.key and known.key in annotation.siblings) or not _is_read(annotation):
        return
    yield problem(
        "preserve-lb-on-delete is {value}, and any text at all switches it on: the load balancer outlives its Service",
        value,
        value=value.value,
        seen='PreservedOnDelete: "The lb [...] will be preserved after the service is deleted."',
        fix="remove the annotation",
        subject=_SUFFIX,
        edits=[remove(annotation)],
    )


def _is_read(annotation: Annotation) -> bool:
    """Whether the annotation comes to a Service that gets an NLB or a CLB of its own, as far as its place tells."""
    service = annotation.service
    if service is None:
        return annotation.home is AnnotationsHome.ELSEWHERE
    balancer = load_balancer_of(service)
    if balancer.handled_by.is_("clb"):
        return not balancer.is_reused
    return balancer.handled_by.is_("nlb") or (service.fragment and not service.type.present)
