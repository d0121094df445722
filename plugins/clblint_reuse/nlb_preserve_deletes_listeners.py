"""A preserved NLB is kept without any listener.

When the Service goes, `preserve-lb-on-delete` keeps the NLB with its address, and the server groups with their back
ends. The CCM deletes every listener of the NLB all the same, those that others made included, switches its
protections off, and removes the tags that made NLB and groups its own.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"  # <- here
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

A reused NLB outlives its Service anyway, and a no that counts as a yes is another mistake:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "true"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: no
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-preserve-lb-on-delete: "false"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: nlbv2/model_applier.go:deleteLoadBalancer, buildActionsForListeners, cleanup; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkLoadBalancer, Problems, Severity, problem, rule
from clblint_reuse._reused import preserve_of, says_no

_WHEN = ("preserve-lb-on-delete",)


@rule("nlb-preserve-deletes-listeners", on=NetworkLoadBalancer, severity=Severity.NOTE, since="0.2", when=_WHEN)
def check(balancer: NetworkLoadBalancer) -> Problems:
    """Report the annotation."""
    preserve = preserve_of(balancer)
    if preserve is None or (preserve.readable and says_no(preserve.value)) or balancer.is_reused:
        return
    yield problem(
        "the NLB outlives its Service with its server groups, but loses every listener, whoever made it",
        preserve.at_key,
        seen="PreservedOnDelete at every sync; after the deletion the NLB answers on no port",
        fix="to take traffic over, have another Service reuse the NLB by its id and make the listeners anew",
        subject="preserve-lb-on-delete",
    )
