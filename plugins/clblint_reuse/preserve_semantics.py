"""A preserved load balancer is kept, but empty.

When the Service goes, `preserve-lb-on-delete` keeps the CLB with its address. Its listeners and server groups are
deleted all the same, its protections are switched off, and the tags that made it the CCM's are removed.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: intranet
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:Apply, deleteLoadBalancer, cleanup
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_reuse._reused import loses_ip_version, preserve_of, says_no


@rule("preserve-semantics", on=ClassicLoadBalancer, severity=Severity.PEDANTIC, when=("preserve-lb-on-delete",))
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report the annotation."""
    preserve = preserve_of(balancer)
    if preserve is None or (preserve.readable and says_no(preserve.value)) or balancer.is_reused:
        return
    if balancer.annotations.get("ip-version").is_("ipv6") and loses_ip_version(balancer):  # preserve-ipv6
        return
    yield problem(
        "the CLB outlives its Service, but loses its listeners, its server groups and its protections",
        preserve.at_key,
        seen="PreservedOnDelete at every sync; after the deletion the address answers on no port",
        fix="to take traffic over, have another Service reuse the CLB by its id and make the listeners anew",
        subject="preserve-lb-on-delete",
    )
