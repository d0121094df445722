"""A public load balancer lets everybody in.

Without an access control list every address of the Internet reaches every port of the Service.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

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
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "on"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-type: white
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-id: acl-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A private CLB is not reached from outside, and an explicit `off` is a decision:

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

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type: internet
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-acl-status: "off"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Sources: ACK Service troubleshooting, access control; ACK help, annotations of CLBs, acl-status
"""

from __future__ import annotations

from clblint.api import ClassicLoadBalancer, Problems, Severity, problem, rule
from clblint_instance._asked import PUBLIC, address_of


@rule("public-without-acl", on=ClassicLoadBalancer, severity=Severity.PEDANTIC)
def check(balancer: ClassicLoadBalancer) -> Problems:
    """Report what makes it public, or the Service."""
    address, annotations = balancer.annotations.get("address-type"), balancer.annotations
    if address_of(balancer) != PUBLIC or not balancer.service.ports or not balancer.manages_listeners:
        return
    if balancer.is_reused and address.is_empty:  # the CLB may be a private one
        return
    if any(annotations.get(suffix).is_set for suffix in ("acl-id", "acl-type", "acl-status")):
        return
    yield problem(
        "the CLB is public and has no access control list, so every address of the Internet reaches it",
        address if address.present else balancer.service.name,
        id=annotations.key_of("acl-id"),
        seen="no event: the ports are open to everybody",
        fix='set {id} with acl-type "white" and acl-status "on", or acl-status "off" where everybody is welcome',
        subject="acl-id",
    )
