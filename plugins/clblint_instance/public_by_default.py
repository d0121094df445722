"""Nothing says whether the load balancer is public, so it is.

Without `address-type` the CCM asks for a CLB with a public address, which is reachable from the Internet at once and
costs traffic. The address type cannot be changed later. Say which one is meant.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web  # <- here
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

A reused CLB has its address already:

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

Sources: reconcile/annotation/annotations.go:DefaultValue; clbv1/loadbalancer.go:setModelDefaultValue
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.api import LoadBalancer, Problem, Severity, problem, rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule("public-by-default", on=LoadBalancer, severity=Severity.NOTE, page=__doc__)
def check(balancer: LoadBalancer) -> Iterator[Problem]:
    """Report the Service, or the empty annotation."""
    address = balancer.annotations.get("address-type")
    if address.value or not address.known or balancer.is_reused or not balancer.service.ports:
        return
    if balancer.cluster.disable_public_slb.value or _meant_to_be_private(balancer):
        return
    yield problem(
        "no address-type is given, so the CLB gets a public address",
        address if address.given else balancer.service.name,
        key=balancer.annotations.key_of("address-type"),
        seen="no event: a public address in EXTERNAL-IP",
        fix='set {key}: "internet" or "intranet"',
        subject="address-type",
    )


def _meant_to_be_private(balancer: LoadBalancer) -> bool:
    """Whether vswitch-on-internet or ip-needs-intranet speaks."""
    return any(balancer.annotations.get(suffix).value for suffix in ("vswitch-id", "ip"))
