"""An annotation of another cloud's load balancer stands beside those of the CCM.

The CCM reads its own annotations only: what AWS, Azure, Google Cloud, Tencent Cloud, Huawei Cloud and others call the
same thing, or MetalLB and kube-vip, does nothing on ACK. One manifest may serve several clouds; then nothing is wrong.
Otherwise, look for the annotation of the CCM that means the same.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
    service.beta.kubernetes.io/aws-load-balancer-internal: "true"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-scheduler: wrr
    service.beta.kubernetes.io/example-cloud-load-balancer-type: internal  # <- here
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
    service.beta.kubernetes.io/aws-load-balancer-internal: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: api
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
    prometheus.io/scrape: "true"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: reconcile/annotation/annotations.go:Get looks up two prefixes and no other
"""

from __future__ import annotations

from clblint.api import ANY_ANNOTATION, ClassicLoadBalancer, Problems, Reason, Severity, is_foreign, problem, rule


@rule("foreign-cloud-annotation", on=ClassicLoadBalancer, severity=Severity.NOTE, when=(ANY_ANNOTATION,))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the first foreign annotation, and point at the others."""
    ours, all_of_them = len(list(balancer.annotations)), len(balancer.service.annotations)
    if not ours or ours == all_of_them:
        return
    found = [(key, fact) for key, fact in balancer.service.annotations.items() if is_foreign(key)]
    if not found:
        return
    (key, first), *others = found
    yield problem(
        "{key} is for another cloud's load balancer, and the CCM does not read it",
        first.at_key,
        because=[Reason(other.at_key, "for another cloud, too") for _, other in others],
        key=key,
        seen="no event: ignored",
        fix="if this is meant for ACK alone, write the annotation of the CCM that means the same",
        subject=key,
    )
